import { useLingui } from '@lingui/react/macro';
import { Bold, Heading2, Italic, Link2, List, ListOrdered, type LucideIcon, Quote } from 'lucide-react';
import type { RefObject } from 'react';
import { surrounded } from './marks.ts';

/** Puts marks of Markdown around what is selected, or before its lines. Undo takes them away like anything typed. */
export function Toolbar({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const { t } = useLingui();
  const tools: [icon: LucideIcon, name: string, mark: Parameters<typeof surrounded>[1]][] = [
    [Heading2, t`Heading`, { line: '## ' }],
    [Bold, t`Bold`, { around: ['**', '**'] }],
    [Italic, t`Italic`, { around: ['*', '*'] }],
    [Link2, t`Link`, { around: ['[', '](https://)'] }],
    [List, t`List`, { line: '- ' }],
    [ListOrdered, t`Numbered list`, { line: '1. ' }],
    [Quote, t`Quote`, { line: '> ' }],
  ];

  function put(mark: Parameters<typeof surrounded>[1]) {
    const area = field.current;
    if (area === null) return;
    const { start, end, text, select } = surrounded(area, mark);
    area.focus();
    area.setSelectionRange(start, end);
    // Only this one can be undone; where a browser does not do it, the text is put there all the same.
    if (!document.execCommand('insertText', false, text)) {
      area.setRangeText(text);
      area.dispatchEvent(new Event('input', { bubbles: true }));
    }
    area.setSelectionRange(...select);
  }

  return (
    <div role="group" aria-label={t`Formatting`} className="flex flex-wrap">
      {tools.map(([Icon, name, mark]) => (
        <button
          key={name}
          type="button"
          title={name}
          aria-label={name}
          onClick={() => put(mark)}
          className="inline-flex size-11 items-center justify-center rounded-control text-muted hover:bg-raised hover:text-ink"
        >
          <Icon size={20} aria-hidden />
        </button>
      ))}
    </div>
  );
}
