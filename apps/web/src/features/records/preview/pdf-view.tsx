import { Trans } from '@lingui/react/macro';
import { ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { Coming, Skeleton } from '../../../components/ui/skeleton.tsx';
import { CallError } from '../../../lib/calls/call.ts';
import { download } from '../../../lib/calls/download.ts';
import { openPdf, type Pdf } from './pdf.ts';
import { PdfPage } from './pdf-page.tsx';
import './pdf-view.css';

interface Opened {
  pdf: Pdf;
  /** How high the first page is for its width. */
  shape: number;
}

const zooms = [1, 1.25, 1.5, 2, 3];
const gap = 8;
// Nobody reads more in a page; a few bytes can say that they are a million.
const mostPages = 1000;

/** A PDF in the page: as wide as there is room, page by page as one comes to them, larger at a press. */
export function PdfView({ link, name }: { link: string; name: string }) {
  const [opened, setOpened] = useState<Opened>();
  const [failed, setFailed] = useState<'unloaded' | 'unshown'>();

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let close = () => {};
    async function open() {
      const data = await download(link, signal);
      const { pdf, close: closeThis } = await openPdf(data);
      close = closeThis;
      if (signal.aborted) return close();
      if (pdf.numPages > mostPages) throw new Error('It has too many pages.');
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
      if (!signal.aborted) setOpened({ pdf, shape: height / width });
    }
    open().catch((error: unknown) => {
      if (signal.aborted) return;
      console.warn(error);
      setFailed(error instanceof CallError ? 'unloaded' : 'unshown');
    });
    return () => {
      leaving.abort();
      close();
    };
  }, [link]);

  if (failed !== undefined) {
    return (
      <Notice kind="danger">
        {failed === 'unloaded' ? (
          <Trans>The report could not be loaded. Please hide it and try again.</Trans>
        ) : (
          <Trans>This PDF cannot be shown here. Please download it and open it on your device.</Trans>
        )}
      </Notice>
    );
  }
  if (opened === undefined) {
    return (
      <Coming>
        <Skeleton className="h-96" />
      </Coming>
    );
  }
  return <Pages {...opened} name={name} onFail={() => setFailed('unshown')} />;
}

function Pages({ pdf, shape, name, onFail }: Opened & { name: string; onFail: () => void }) {
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  const [zoom, setZoom] = useState(0);
  const [n, setN] = useState(1);
  const { numPages: count } = pdf;
  const factor = zooms[zoom] ?? 1;
  const zoomed = useRef(factor);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    // What the bar at the side takes is taken always, or a page would change its width with its height.
    const measure = () => setRoom(element.clientWidth - 2 * gap);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // What stood in the middle stays there.
  useLayoutEffect(() => {
    const by = factor / zoomed.current;
    zoomed.current = factor;
    const element = scroller.current;
    if (element === null || by === 1) return;
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = element;
    element.scrollTo(
      (scrollLeft + clientWidth / 2) * by - clientWidth / 2,
      (scrollTop + clientHeight / 2) * by - clientHeight / 2,
    );
  }, [factor]);

  /** The page in the middle is the one where one is. */
  function updatePage() {
    const element = scroller.current;
    if (element === null) return;
    const middle = element.getBoundingClientRect().top + element.clientHeight / 2;
    const after = [...(list.current?.children ?? [])].findIndex((page) => page.getBoundingClientRect().top > middle);
    setN(after === -1 ? count : Math.max(1, after));
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="tabular text-sm text-muted" role="status">
          <Trans>
            Page {n} of {count}
          </Trans>
        </p>
        <div className="flex flex-wrap">
          <Button variant="plain" aria-disabled={zoom === 0} onClick={() => setZoom(Math.max(0, zoom - 1))}>
            <ZoomOut size={20} aria-hidden />
            <Trans>Zoom out</Trans>
          </Button>
          <Button
            variant="plain"
            aria-disabled={zoom === zooms.length - 1}
            onClick={() => setZoom(Math.min(zooms.length - 1, zoom + 1))}
          >
            <ZoomIn size={20} aria-hidden />
            <Trans>Zoom in</Trans>
          </Button>
        </div>
      </div>
      {/* The arrow keys move it, as they do any part of a page that scrolls. */}
      <section
        ref={scroller}
        aria-label={name}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={updatePage}
        className="max-h-[80dvh] [scrollbar-gutter:stable] overflow-auto overscroll-contain rounded-control border border-line bg-raised p-2"
      >
        <div ref={list} className="grid w-max gap-2">
          {room > 0 &&
            Array.from({ length: count }, (_, at) => (
              <PdfPage key={at} pdf={pdf} n={at + 1} width={room * factor} shape={shape} onFail={onFail} />
            ))}
        </div>
      </section>
    </div>
  );
}
