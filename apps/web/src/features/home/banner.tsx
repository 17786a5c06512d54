import { useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useBannerPictures } from './banner-pictures.ts';
import { useRotation } from './rotation.ts';
import { useSwipe } from '../../lib/swipe.ts';

const roundClass =
  'absolute top-1/2 inline-flex size-11 -translate-y-1/2 items-center justify-center rounded-full border border-control bg-surface text-ink hover:bg-raised';

/** Six pictures, one at a time: they turn by themselves, and can be paused, chosen, stepped through and swiped. */
export function Banner() {
  const { t } = useLingui();
  const pictures = useBannerPictures();
  const { now, before, show, turning, playing, setPlaying, pauseHandlers } = useRotation(pictures.length);
  const swipe = useSwipe((forward) => show(now + (forward ? 1 : -1)));
  const position = (index: number) => t`Picture ${index + 1} of ${pictures.length}`;
  const picture = pictures[now];
  return (
    <section
      aria-roledescription={t`carousel`}
      aria-label={t`In pictures`}
      className="grid min-w-0 gap-1"
      {...pauseHandlers}
    >
      <div className="relative">
        <div
          role="group"
          aria-roledescription={t`slide`}
          aria-label={position(now)}
          aria-live={turning ? 'off' : 'polite'}
          className="relative aspect-4/3 touch-pan-y overflow-hidden rounded-[4.4%/5.9%] bg-raised select-none"
          {...swipe}
        >
          {/* The picture before stays below until the new one, fetched only now, has come. */}
          {before !== now && (
            <img src={pictures[before]?.file} alt="" width={640} height={480} className="absolute size-full" />
          )}
          <img
            key={now}
            src={picture?.file}
            alt={picture?.shows}
            width={640}
            height={480}
            draggable={false}
            className={`absolute size-full ${before === now ? '' : 'transition-opacity duration-200 starting:opacity-0'}`}
          />
        </div>
        <button
          type="button"
          aria-label={t`Previous picture`}
          className={`${roundClass} start-2`}
          onClick={() => show(now - 1)}
        >
          <ChevronLeft size={20} className="rtl:rotate-180" aria-hidden />
        </button>
        <button
          type="button"
          aria-label={t`Next picture`}
          className={`${roundClass} end-2`}
          onClick={() => show(now + 1)}
        >
          <ChevronRight size={20} className="rtl:rotate-180" aria-hidden />
        </button>
      </div>
      <div className="flex justify-center">
        <button
          type="button"
          aria-label={playing ? t`Pause the pictures` : t`Play the pictures`}
          className="inline-flex min-h-11 min-w-11 items-center justify-center rounded-control text-ink hover:bg-raised"
          onClick={() => setPlaying(!playing)}
        >
          {playing ? <Pause size={20} aria-hidden /> : <Play size={20} aria-hidden />}
        </button>
        {pictures.map(({ file }, index) => (
          <button
            key={file}
            type="button"
            aria-label={position(index)}
            aria-current={index === now}
            className="inline-flex min-h-11 max-w-11 flex-1 items-center justify-center rounded-control hover:bg-raised"
            onClick={() => show(index)}
          >
            <span className={`h-2.5 rounded-full ${index === now ? 'w-6 bg-primary' : 'w-2.5 bg-control'}`} />
          </button>
        ))}
      </div>
    </section>
  );
}
