// Zones that browsers still name as before their cities were renamed.
const renamed: Record<string, string> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
};

function presentName(zone: string) {
  return renamed[zone] ?? zone;
}

/** The zones to choose from, by name, with `chosen` among them. */
export function timeZones(selected: string, known: readonly string[] = Intl.supportedValuesOf('timeZone')): string[] {
  return [...new Set([...known.map(presentName), selected])].toSorted();
}

/** The zone that this device is set to, where it is a place's; else `fallback`. */
export function ownTimeZone(fallback: string, own: string | undefined = deviceZone()): string {
  return own?.includes('/') === true && !own.startsWith('Etc/') ? presentName(own) : fallback;
}

function deviceZone(): string | undefined {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
