import { scheduleDefaults } from '@carecommons/contract/schedule-rules';
import { invalidField } from '../../platform/errors/errors.ts';
import { instantsOf } from '../../platform/time/time.ts';

/** The last instant for which a visit can be requested, so many days from now. */
export function horizonOf(now: Date, days: number = scheduleDefaults.horizon_days): Date {
  return new Date(now.getTime() + days * 86_400_000);
}

/** The refusal of a time that cannot be requested. */
export const refuseTime = (message: string) => invalidField('appointment_datetime', message);

/** The instant that a person requests. Throws 400 naming `appointment_datetime` if it is impossible. */
export function parseRequestedTime(
  text: string,
  zone: string,
  now: Date,
  days: number = scheduleDefaults.horizon_days,
): Date {
  const [instant, again] = instantsOf(text, zone);
  if (instant === undefined) throw refuseTime('There is no such time. Please choose another one.');
  // Only an offset says which of the two is meant.
  if (again !== undefined)
    throw refuseTime('The clocks go back then, so this time comes twice. Please choose another one.');
  if (instant <= now) throw refuseTime('That time has passed. Please choose one in the future.');
  if (instant > horizonOf(now, days)) {
    const far = days === scheduleDefaults.horizon_days ? 'a year' : `${days} ${days === 1 ? 'day' : 'days'}`;
    throw refuseTime(`Please choose a time within ${far} from now.`);
  }
  return instant;
}
