import { reportReleaseDays } from '@carecommons/contract/limits';
import { type Release, releases } from '@carecommons/contract/record-rules';
import type { MedicalRecord } from '@carecommons/contract/records';
import { Trans } from '@lingui/react/macro';
import { Fragment, type ReactNode, useState } from 'react';
import { TextField } from '../../../components/ui/field.tsx';
import { useNow } from '../../../lib/texts/now.ts';
import { daysFrom, wallTimeAt } from '../../../lib/texts/zoned.ts';

interface Props {
  patient: string;
  /** Of the provider, for whom a day begins. */
  zone: string;
  errorOf: (name: string) => string | undefined;
  /** What is chosen at first. */
  initial: Pick<MedicalRecord, 'release' | 'release_on'>;
}

/** When the patient may read the report. */
export function ReleaseField({ patient, zone, errorOf, initial }: Props) {
  const [selected, setSelected] = useState(initial.release);
  const days = daysFrom(wallTimeAt(useNow(), zone).date, reportReleaseDays);
  const words: Record<Release, [name: ReactNode, description: ReactNode]> = {
    at_once: [<Trans key="a">At once</Trans>, <Trans key="b">It appears on their page as soon as it is here.</Trans>],
    on_date: [
      <Trans key="a">On a day</Trans>,
      <Trans key="b">Until then they read only that it comes, and when.</Trans>,
    ],
    after_talk: [
      <Trans key="a">After we have spoken</Trans>,
      <Trans key="b">Until you press “Release now”, they read only that you will speak with them first.</Trans>,
    ],
  };
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">
        <Trans>When can {patient} read it?</Trans>
      </legend>
      {releases.map((release) => (
        <Fragment key={release}>
          <label className="flex min-h-11 items-start gap-3 py-1.5">
            <input
              type="radio"
              name="release"
              value={release}
              checked={release === selected}
              onChange={() => setSelected(release)}
              className="mt-0.5 size-5 shrink-0 accent-primary"
            />
            <span>
              {words[release][0]}
              <span className="block text-sm text-muted">{words[release][1]}</span>
            </span>
          </label>
          {release === 'on_date' && selected === release && (
            <div className="ps-8 pb-2 md:max-w-60">
              <TextField
                type="date"
                name="release_on"
                label={<Trans>Day</Trans>}
                required
                min={days[1]}
                max={days.at(-1)}
                defaultValue={initial.release_on ?? undefined}
                error={errorOf('release_on')}
              />
            </div>
          )}
        </Fragment>
      ))}
    </fieldset>
  );
}
