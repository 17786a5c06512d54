import type { MedicalRecord } from '@carecommons/contract/records';
import { Trans, useLingui } from '@lingui/react/macro';
import { PanelTopClose, PanelTopOpen } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';

/** Whether this browser can show a report within a page: a picture always, a PDF where it has a viewer for that. */
const canShow = (mediaType: string) => mediaType !== 'application/pdf' || navigator.pdfViewerEnabled;

/** Shows a report in the page at a press, which counts as a look at it; nothing where the browser cannot. */
export function Preview({ record: { title, report, media_type } }: { record: MedicalRecord }) {
  const { t } = useLingui();
  const id = useId();
  // The link of when it was pressed: those of the list are renewed, and each new one would be another look.
  const [shown, setShown] = useState<string>();
  const [failed, setFailed] = useState(false);
  if (report === null || !canShow(media_type)) return null;
  const open = shown !== undefined;
  const name = t`Preview of ${title || t`Medical Report`}`;
  const frame = 'w-full rounded-control border border-line bg-raised';

  function toggle(link: string) {
    setFailed(false);
    setShown(open ? undefined : link);
  }
  return (
    <>
      <Button
        look="plain"
        className="flex-auto md:flex-none"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
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
            // What comes has a sandbox of its own; in one of the frame, Chrome shows no PDF.
            // oxlint-disable-next-line react/iframe-missing-sandbox
            <iframe src={shown} title={name} className={`h-[70dvh] ${frame}`} />
          ) : (
            !failed && (
              <img
                src={shown}
                alt={name}
                onError={() => setFailed(true)}
                className={`max-h-[80dvh] object-contain ${frame}`}
              />
            )
          )}
        </div>
      )}
    </>
  );
}
