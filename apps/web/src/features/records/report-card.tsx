import { Trans } from '@lingui/react/macro';
import { Download, Eye, FileText } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { buttonClass } from '../../components/ui/button.tsx';

interface Props {
  title: string;
  /** What kind it is, of when, by or for whom: one line. */
  facts: ReactNode;
  badge?: ReactNode;
  /** Where it opens, and where it is saved from; null where it is no longer given out. */
  view: string | null;
  download: string | null;
  /** What else may be done with it. */
  action?: ReactNode;
  /** What else there is to say. */
  children?: ReactNode;
  /** Shown at the foot of the card. */
  below?: ReactNode;
}

/** A report with its two words: View opens it in a new tab, Download saves it. */
export function ReportCard({ title, facts, badge, view, download, action, children, below }: Props) {
  const id = useId();
  return (
    <article className="flex h-full flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <FileText size={20} className="mt-0.5 shrink-0 text-primary" aria-hidden />
        {/* Where there is no room for it beside the title, the badge stands below. */}
        <div className="grid min-w-0 flex-[1_1_9rem] gap-1">
          <h3 id={id} dir="auto" className="text-lg wrap-anywhere">
            {title}
          </h3>
          <p className="text-sm text-muted">{facts}</p>
        </div>
        {badge}
      </div>
      {children}
      <div className="mt-auto flex flex-wrap gap-2 empty:hidden">
        {view !== null && download !== null && <OpenAndSave view={view} download={download} id={id} />}
        {action}
      </div>
      {below}
    </article>
  );
}

function OpenAndSave({ view, download, id }: { view: string; download: string; id: string }) {
  return (
    <>
      <a
        href={view}
        target="_blank"
        rel="noopener noreferrer"
        aria-describedby={id}
        className={`${buttonClass('primary')} flex-auto md:flex-none`}
      >
        <Eye size={20} aria-hidden />
        <Trans>
          View <span className="sr-only">(new tab)</span>
        </Trans>
      </a>
      <a href={download} download aria-describedby={id} className={`${buttonClass('quiet')} flex-auto md:flex-none`}>
        <Download size={20} aria-hidden />
        <Trans>Download</Trans>
      </a>
    </>
  );
}
