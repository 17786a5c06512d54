import { useEffect, useRef, useState } from 'react';
import { colourOf, contrast } from './contrast.ts';
import { Section } from './shown.tsx';

// [what stands in front, on what, what it is for]; letters want 4.5 to one, edges and marks 3.
const letters: [string, string, string][] = [
  ['text-ink', 'bg-bg', 'Text on the page'],
  ['text-ink', 'bg-surface', 'Text on a card'],
  ['text-ink', 'bg-raised', 'Text on a quiet area'],
  ['text-muted', 'bg-bg', 'Second text on the page'],
  ['text-muted', 'bg-surface', 'Second text on a card'],
  ['text-muted', 'bg-raised', 'Second text on a quiet area'],
  ['text-primary', 'bg-bg', 'Links on the page'],
  ['text-primary', 'bg-surface', 'Links on a card'],
  ['text-primary', 'bg-primary-soft', 'What is selected'],
  ['text-on-primary', 'bg-primary', 'The main action'],
  ['text-on-primary', 'bg-primary-hover', 'The main action under the mouse'],
  ['text-accent', 'bg-accent-soft', 'Waiting'],
  ['text-success', 'bg-success-soft', 'Approved, done'],
  ['text-danger', 'bg-danger-soft', 'Refused, errors'],
  ['text-danger', 'bg-surface', 'What is wrong with a field'],
  ['text-info', 'bg-info-soft', 'Hints'],
];
const edges: [string, string, string][] = [
  ['border-control', 'bg-surface', 'The edge of a control on a card'],
  ['border-control', 'bg-bg', 'The edge of a control on the page'],
  ['border-focus', 'bg-bg', 'The ring of the focus on the page'],
  ['border-focus', 'bg-surface', 'The ring of the focus on a card'],
  ['border-focus', 'bg-raised', 'The ring of the focus on a quiet area'],
  ['border-danger', 'bg-surface', 'The edge of what deletes'],
  ['border-primary', 'bg-surface', 'The edge of what is next'],
];

const sizes = ['text-xs', 'text-sm', 'text-base', 'text-lg', 'text-xl', 'text-2xl', 'text-3xl'];
// In pixels, with the class that makes it.
const spaces: [number, string][] = [
  [4, 'ps-1'],
  [8, 'ps-2'],
  [12, 'ps-3'],
  [16, 'ps-4'],
  [24, 'ps-6'],
  [32, 'ps-8'],
  [48, 'ps-12'],
  [64, 'ps-16'],
];

/** What everything is made of: colours, with their contrast as this browser draws them, letters, space and corners. */
export function Tokens() {
  return (
    <>
      <Section id="colours" title="Colours">
        <p className="max-w-read text-muted">
          Each pair says how far it is apart: 4.5 at least for letters, 3 for edges and marks. Measured as this browser
          draws it.
        </p>
        <ul className="grid gap-x-6 gap-y-2 md:grid-cols-2 lg:grid-cols-3">
          {letters.map(([front, back, use]) => (
            <Pair
              key={front + back}
              use={use}
              className={`${front} ${back} border-transparent`}
              least={4.5}
              of="color"
            />
          ))}
          {edges.map(([front, back, use]) => (
            <Pair key={front + back} use={use} className={`${front} ${back}`} least={3} of="borderTopColor" />
          ))}
        </ul>
      </Section>
      <Section id="letters" title="Letters">
        {sizes.map((size) => (
          <p key={size} className={size}>
            {size}: the next step, said plainly. <span className="tabular">0123456789</span>
          </p>
        ))}
        <h3 className="text-lg">Headings are a little heavier</h3>
      </Section>
      <Section id="space" title="Space, corners and what floats">
        <ul className="grid gap-2">
          {spaces.map(([pixels, inset]) => (
            <li key={pixels} className="flex items-center gap-3">
              <span className="tabular w-24 shrink-0 text-sm text-muted">{pixels} px</span>
              <span className={`bg-primary py-1 ${inset}`} />
            </li>
          ))}
        </ul>
        <div className="grid gap-4 md:grid-cols-2">
          <p className="rounded-control border border-control bg-surface p-4">A control has corners of 8 px</p>
          <p className="rounded-card border border-line bg-surface p-4">A card has corners of 12 px</p>
          <p className="rounded-full border border-line bg-surface p-4">A chip is round</p>
          <p className="rounded-card bg-surface p-4 shadow-float">What floats has the one shadow</p>
        </div>
      </Section>
    </>
  );
}

interface PairProps {
  use: string;
  className: string;
  least: number;
  of: 'color' | 'borderTopColor';
}

function Pair({ use, className, least, of }: PairProps) {
  const sample = useRef<HTMLSpanElement>(null);
  const [ratio, setRatio] = useState<number>();
  useEffect(() => {
    const measure = () => {
      if (sample.current === null) return;
      const style = getComputedStyle(sample.current);
      setRatio(contrast(colourOf(style[of]), colourOf(style.backgroundColor)));
    };
    measure();
    // The appearance is switched by the page's own choice, or by the system.
    const own = new MutationObserver(measure);
    own.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', measure);
    return () => {
      own.disconnect();
      system.removeEventListener('change', measure);
    };
  }, [of]);
  return (
    <li className="flex items-center gap-3">
      <span
        ref={sample}
        className={`inline-flex size-11 shrink-0 items-center justify-center rounded-control border-4 font-semibold ${className}`}
      >
        {of === 'color' && 'Aa'}
      </span>
      <span>{use}</span>
      <data className="tabular ms-auto text-sm whitespace-nowrap text-muted" value={ratio} data-least={least}>
        {ratio === undefined ? '…' : ratio.toFixed(1)}
      </data>
    </li>
  );
}
