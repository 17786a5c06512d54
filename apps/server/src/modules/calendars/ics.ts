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
// shows in its own zone; nothing ever says what a visit is about, and nothing rings: reminders are the product's own.

type Site = Pick<Config, 'secret' | 'mailFrom'>;

const company = 'Carecommons';
const readHourly = 3600;

/**
 * What a visit is called in every calendar, however often it is moved, and wherever the site moves to. It is drawn from the
 * installation key, so that nobody else can name a visit to cancel it. A time that is only proposed is called otherwise until it is
 * agreed: the visit that it would move stands in the calendar until then.
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

/** Text on lines, without the characters that no calendar takes. */
const plain = (text: string) => text.replaceAll(/[^\P{Cc}\n]/gu, ' ');

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
    summary: words.say(calledOf[how]),
    class: ICalEventClass.PRIVATE,
  };
}

/** One visit as a file, for whoever opens it; where it is over, the file takes it out of the calendar again. */
export function visitFile(site: Site, visit: CalendarVisit, words: Words, now: Date): string {
  const over = standing(visit, now) === 'over';
  return written(words, {
    method: over ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    events: [
      {
        ...eventOf(site, visit, words, now),
        stamp: now,
        location: plain(visit.address),
        organizer: { name: company, email: site.mailFrom },
      },
    ],
  });
}

/**
 * The same as it goes with a letter, so that the reader's calendar takes it in or out by itself. It does not say where: an
 * address can tell what somebody sees a provider about, and a letter passes through many hands.
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

/** Many visits for a calendar that comes back for them: with `names`, of whom and where, else times alone. */
export function subscription(
  site: Site,
  visits: readonly CalendarVisit[],
  names: boolean,
  words: Words,
  now: Date,
): string {
  const named = (visit: CalendarVisit) => {
    const [asked, name] = [standing(visit, now) === 'asked', plain(visit.other)];
    return { summary: asked ? words.say('Requested: {name}', { name }) : name, location: plain(visit.address) };
  };
  return written(words, {
    name: company,
    ttl: readHourly,
    events: visits.map((visit) => ({
      ...eventOf(site, visit, words, now),
      ...(names ? named(visit) : { summary: words.say('Busy') }),
    })),
  });
}

function written({ language }: Words, calendar: ConstructorParameters<typeof ICalCalendar>[0]): string {
  const prodId = { company, product: 'Visits', language: language.toUpperCase() };
  return `${ical({ ...calendar, prodId }).toString()}\r\n`;
}
