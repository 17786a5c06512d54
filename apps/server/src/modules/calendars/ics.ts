import { createHmac } from 'node:crypto';
import ical, {
  ICalAttendeeStatus,
  ICalCalendar,
  ICalCalendarMethod,
  ICalEventClass,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator';
import type { Config } from '../../platform/config/config.ts';
import type { Words } from '../../platform/languages/languages.ts';
import { deriveLastingKey } from '../../platform/crypto/crypto.ts';
import { type CalendarVisit, isUndecided, standing } from './visits.ts';

// How visits are written for calendars (RFC 5545), and sent to them (RFC 5546). Times are instants, which every calendar
// shows in its own zone; nothing ever says what a patient wrote about a visit, and nothing rings: reminders are the product's own.

type Site = Pick<Config, 'secret' | 'mailFrom'>;

const company = 'Carecommons';
const readHourly = 3600;

/**
 * The UID of a visit in every calendar, which stays the same when the visit or the site moves. It is derived from the installation
 * key, so nobody else can name a visit in order to cancel it. A proposed time has another UID until it is accepted, because the
 * visit that it would move stays in the calendar until then.
 */
export function uidOf({ secret }: Pick<Site, 'secret'>, { id, chain_id, proposed }: CalendarVisit): string {
  const mac = createHmac('sha256', deriveLastingKey(secret, 'calendar')).update(
    proposed ? `proposed ${id}` : `${chain_id}`,
  );
  return `${mac.digest('hex').slice(0, 32)}@carecommons`;
}

const statusOf = {
  asked: ICalEventStatus.TENTATIVE,
  agreed: ICalEventStatus.CONFIRMED,
  over: ICalEventStatus.CANCELLED,
};
const calledOf = { asked: 'Visit requested', agreed: 'Visit', over: 'Visit cancelled' };

/** Folded text lines, without characters that calendars reject. */
const plain = (text: string) => text.replaceAll(/[^\P{Cc}\n]/gu, ' ');

/** What kind of visit it is: for files and named calendars, not for letters, as it can say what somebody comes for. */
const describe = ({ kind }: CalendarVisit, words: Words) =>
  kind === null ? {} : { description: plain(words.translate(kind)) };

function eventOf(site: Site, visit: CalendarVisit, words: Words, now: Date): ICalEventData {
  const { starts_at, ends_at, version, decided_at, requested_at } = visit;
  const how = standing(visit, now);
  return {
    id: uidOf(site, visit),
    // A decision has a version of its own, which comes with it.
    sequence: isUndecided(visit, now) ? version - 1 : version,
    stamp: decided_at ?? requested_at,
    start: starts_at,
    end: ends_at,
    status: statusOf[how],
    summary: words.translate(calledOf[how]),
    class: ICalEventClass.PRIVATE,
  };
}

/** One visit as a file to open. If the visit was cancelled, the file removes it from the calendar. */
export function visitFile(site: Site, visit: CalendarVisit, words: Words, now: Date): string {
  const over = standing(visit, now) === 'over';
  return written(words, {
    method: over ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    events: [
      {
        ...eventOf(site, visit, words, now),
        stamp: now,
        location: plain(visit.address),
        ...describe(visit, words),
        organizer: { name: company, email: site.mailFrom },
      },
    ],
  });
}

/**
 * The same as a part of an email, so that the reader's calendar adds or removes it automatically. It contains no place: an address
 * can reveal why somebody sees a provider, and emails pass through many servers.
 */
export function visitInvitation(site: Site, visit: CalendarVisit, to: string, words: Words, now: Date) {
  const method = standing(visit, now) === 'over' ? 'CANCEL' : 'REQUEST';
  const content = written(words, {
    method: ICalCalendarMethod[method],
    events: [
      {
        ...eventOf(site, visit, words, now),
        stamp: now,
        organizer: { name: company, email: site.mailFrom },
        attendees: [{ name: to, email: to, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
      },
    ],
  });
  return { method, content } as const;
}

/** The visits of a subscribed calendar: with `names`, including people and places, else only times. */
export function subscription(
  site: Site,
  visits: readonly CalendarVisit[],
  names: boolean,
  words: Words,
  now: Date,
): string {
  const named = (visit: CalendarVisit) => {
    const [asked, name] = [standing(visit, now) === 'asked', plain(visit.other)];
    const summary = asked ? words.translate('Requested: {name}', { name }) : name;
    return { summary, location: plain(visit.address), ...describe(visit, words) };
  };
  return written(words, {
    name: company,
    ttl: readHourly,
    events: visits.map((visit) => ({
      ...eventOf(site, visit, words, now),
      ...(names ? named(visit) : { summary: words.translate('Busy') }),
    })),
  });
}

function written({ language }: Words, calendar: ConstructorParameters<typeof ICalCalendar>[0]): string {
  const prodId = { company, product: 'Visits', language: language.toUpperCase() };
  return `${ical({ ...calendar, prodId }).toString()}\r\n`;
}
