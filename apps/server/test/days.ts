const dayMs = 86_400_000;
const inIndia = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });

/** The day so many days after a time, in India, as a call takes it: `2026-11-24`. What a test asks for never comes to be past. */
export const dayAfter = (time: Date, days: number): string => inIndia.format(time.getTime() + days * dayMs);
