import { Trans } from '@lingui/react/macro';
import { MoonStar } from 'lucide-react';

/** The clock of the place shows a time at which hardly anybody is seen: who asks for it hears so before. */
const isNight = (time: string) => time !== '' && (time < '06:00' || time >= '22:00');

/** Doubts a time at night, `03:15`, where no hours say whether the provider is there. */
export function NightWarning({ time }: { time: string }) {
  return (
    <div role="status" className="contents">
      {isNight(time) && (
        <p className="flex items-start gap-2 font-semibold text-accent">
          <MoonStar size={20} className="mt-0.5 shrink-0" aria-hidden />
          <span>
            <Trans>{time} is at night where the provider is. Please check whether you mean it.</Trans>
          </span>
        </p>
      )}
    </div>
  );
}
