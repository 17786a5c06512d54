import type { MedicalRecord } from '@carecommons/contract/records';
import { Trans, useLingui } from '@lingui/react/macro';
import { PanelTopClose, PanelTopOpen } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { ErrorBoundary } from 'react-error-boundary';
import { Notice } from '../../../components/ui/notice.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';

// It brings a reader of PDFs along, which nobody needs who looks at none.
const PdfView = lazy(() => import('./pdf-view.tsx').then((file) => ({ default: file.PdfView })));

/** Shows a report in the page at a press, which counts as a look at it. */
export function Preview({ record: { title, report, media_type } }: { record: MedicalRecord }) {
  const { t } = useLingui();
  const id = useId();
  // The link of when it was pressed: those of the list are renewed, and each new one would be another look.
  const [shown, setShown] = useState<string>();
  const [failed, setFailed] = useState(false);
  if (report === null) return null;
  const open = shown !== undefined;
  const name = t`Preview of ${title || t`Medical Report`}`;

  function toggle(link: string) {
    setFailed(false);
    setShown(open ? undefined : link);
  }
  return (
    <>
      <Button
        variant="plain"
        className="flex-auto md:flex-none"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={open ? t`Hide: ${title || t`Medical Report`}` : name}
        onClick={() => toggle(report)}
      >
        {open ? <PanelTopClose size={20} aria-hidden /> : <PanelTopOpen size={20} aria-hidden />}
        {open ? <Trans>Hide</Trans> : <Trans>Preview</Trans>}
      </Button>
      {open && (
        <div id={id} className="order-last w-full">
          {failed && (
            <Notice kind="danger">
              <Trans>It could not be shown. Please hide it and try again.</Trans>
            </Notice>
          )}
          {media_type === 'application/pdf' ? (
            <ErrorBoundary fallback={null} onError={() => setFailed(true)}>
              <Suspense fallback={<Skeleton className="h-96" />}>
                <PdfView link={shown} name={name} />
              </Suspense>
            </ErrorBoundary>
          ) : (
            !failed && (
              <img
                src={shown}
                alt={name}
                onError={() => setFailed(true)}
                className="max-h-[80dvh] w-full rounded-control border border-line bg-raised object-contain"
              />
            )
          )}
        </div>
      )}
    </>
  );
}
