import type { Evidence } from '@carecommons/contract/verification';
import { Trans, useLingui } from '@lingui/react/macro';
import { Eye, FileText } from 'lucide-react';
import type { ComponentType } from 'react';
import { buttonClass } from '../../components/ui/button.tsx';

/** The documents of a claim, each with the way to see it, and what else may be done with it. */
export function Documents({
  files,
  Action,
}: {
  files: Evidence[];
  Action?: ComponentType<{ file: Evidence; number: number }>;
}) {
  const { t, i18n } = useLingui();
  const kinds: Record<string, string> = { 'application/pdf': 'PDF', 'image/png': 'PNG', 'image/jpeg': 'JPEG' };
  return (
    <ul className="grid gap-2">
      {files.map((file, index) => {
        const size = i18n.number(Math.max(1, Math.round(file.bytes / 1024)));
        return (
          <li key={file.id} className="flex flex-wrap items-center gap-2 rounded-control border border-line px-3 py-1">
            <FileText size={20} className="shrink-0 text-primary" aria-hidden />
            <span className="me-auto">
              <Trans>Document {index + 1}</Trans>{' '}
              <span className={`text-sm whitespace-nowrap text-muted ${Action ? '' : 'max-sm:block'}`}>
                {t`${kinds[file.media_type]}, ${size} kB`}
              </span>
            </span>
            <a
              href={file.view}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t`View document ${index + 1} (new tab)`}
              className={buttonClass('plain')}
            >
              <Eye size={20} aria-hidden />
              <Trans>View</Trans>
            </a>
            {Action && <Action file={file} number={index + 1} />}
          </li>
        );
      })}
    </ul>
  );
}
