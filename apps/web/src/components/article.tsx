import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';

/** A part of a text; `id` is its address within the page, the same in every language. */
export interface TextPart {
  id: string;
  title: string;
  text: ReactNode;
}

interface Props {
  title: ReactNode;
  /** The first sentence. */
  lead?: ReactNode;
  /** The parts of a long text, which begins with its table of contents. */
  parts?: TextPart[];
  /** Stands beside the text where there is room, and under it on a phone; the contents then do not. */
  beside?: ReactNode;
  children?: ReactNode;
}

/** A page to read: its heading, a first sentence, and the text in reading width. */
export function Article({ title, lead, parts = [], beside, children }: Props) {
  return (
    <article className="page grid gap-8 py-8 md:py-12 lg:grid-cols-[minmax(0,68ch)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-16">
      <header className="grid max-w-read content-start gap-2">
        <h1 className="text-2xl md:text-3xl">{title}</h1>
        {lead && <div className="text-lg text-muted">{lead}</div>}
      </header>
      {parts.length > 0 && !beside && <Contents parts={parts} />}
      <div className="grid max-w-read content-start gap-8 lg:col-start-1">
        {parts.map(({ id, title: heading, text }) => (
          <Part key={id} id={id} title={heading}>
            {text}
          </Part>
        ))}
        {children}
      </div>
      {beside && <div className="max-w-read lg:col-start-2 lg:row-span-2 lg:row-start-1">{beside}</div>}
    </article>
  );
}

function Contents({ parts }: { parts: TextPart[] }) {
  const id = useId();
  return (
    <nav aria-labelledby={id} className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
      <div className="rounded-card border border-line bg-surface p-4 lg:sticky lg:top-24 lg:p-6">
        <h2 id={id} className="text-base">
          <Trans>On this page</Trans>
        </h2>
        <ul>
          {parts.map((part) => (
            <li key={part.id}>
              <a
                href={`#${part.id}`}
                className="inline-flex min-h-11 items-center text-primary underline-offset-4 hover:underline"
              >
                {part.title}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}

/** A part of it under a heading of its own. */
export function Part({ id, title, children }: { id?: string; title: ReactNode; children: ReactNode }) {
  return (
    <section id={id} className="grid gap-3">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  );
}
