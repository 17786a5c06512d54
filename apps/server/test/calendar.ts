import ICAL from 'ical.js';

/** What a calendar program reads of each event. */
export function readEvents(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as never);
  const method = calendar.getFirstPropertyValue('method');
  return calendar.getAllSubcomponents('vevent').map((one) => {
    const { uid, sequence, summary, location, startDate } = new ICAL.Event(one);
    const status = one.getFirstPropertyValue('status');
    return { method, uid, sequence, summary, location, status, start: startDate.toJSDate().toISOString() };
  });
}
