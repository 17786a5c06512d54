import { Trans, useLingui } from '@lingui/react/macro';
import { TextLayer } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import type { Pdf } from './pdf.ts';

interface Props {
  pdf: Pdf;
  n: number;
  /** In CSS pixels. */
  width: number;
  /** How high it is for its width, as far as is known: the first page's. */
  shape: number;
  onFail: () => void;
}

// A phone gives a canvas no more; a page that is larger is drawn less sharp.
const mostPixels = 12_000_000;

/** One page of a PDF, drawn as long as it is near, with its text over it to be selected and read out. */
export function PdfPage({ pdf, n, width, shape, onFail }: Props) {
  const { t } = useLingui();
  const container = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const near = useNear(container);
  const [own, setOwn] = useState<{ shape: number; scale: number }>();
  const [isPicture, setIsPicture] = useState(false);
  const fail = useRef(onFail);

  useEffect(() => {
    const [paper, letters] = [canvas.current, text.current];
    if (!near || paper === null || letters === null) return undefined;
    let stop = () => {};
    let current = true;
    async function draw(on: HTMLCanvasElement, over: HTMLDivElement) {
      const page = await pdf.getPage(n);
      if (!current) return;
      const { width: points, height } = page.getViewport({ scale: 1 });
      const scale = width / points;
      const viewport = page.getViewport({ scale });
      const sharpness = Math.min(devicePixelRatio, Math.sqrt(mostPixels / (viewport.width * viewport.height)));
      setOwn({ shape: height / points, scale });
      on.width = Math.floor(viewport.width * sharpness);
      on.height = Math.floor(viewport.height * sharpness);
      const drawing = page.render({ canvas: on, viewport, transform: [sharpness, 0, 0, sharpness, 0, 0] });
      const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: over, viewport });
      stop = () => {
        drawing.cancel();
        layer.cancel();
      };
      await Promise.all([drawing.promise, layer.render()]);
      setIsPicture(layer.textDivs.length === 0);
      on.dataset.drawn = '';
    }
    draw(paper, letters).catch((error: unknown) => {
      if (!current) return;
      console.warn(error);
      fail.current();
    });
    return () => {
      current = false;
      stop();
      // What is far away holds no memory.
      paper.width = 0;
      paper.height = 0;
      delete paper.dataset.drawn;
      letters.replaceChildren();
    };
  }, [pdf, n, width, near]);

  const count = pdf.numPages;
  return (
    <div
      ref={container}
      role="group"
      aria-label={t`Page ${n} of ${count}`}
      className="pdf-page"
      style={{ width, height: width * (own?.shape ?? shape), '--total-scale-factor': own?.scale ?? 1 } as object}
    >
      <canvas ref={canvas} aria-hidden />
      <div ref={text} className="pdf-text" />
      {isPicture && (
        <p className="sr-only">
          <Trans>This page is a picture, so it has no text to read out.</Trans>
        </p>
      )}
    </div>
  );
}

/** Whether an element is in the window, or less than a window away. */
function useNear(element: React.RefObject<HTMLElement | null>) {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      // Of the part that scrolls, which is what cuts it off.
      root: element.current.parentElement?.parentElement ?? null,
      rootMargin: '100%',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return near;
}
