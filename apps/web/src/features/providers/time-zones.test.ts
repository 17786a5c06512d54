import { expect, test } from 'vitest';
import { ownTimeZone, timeZones } from './time-zones.ts';

test('a zone stands once, under its present name, and the chosen one is there', () => {
  expect(timeZones('Asia/Kolkata', ['Europe/Paris', 'Asia/Calcutta'])).toEqual(['Asia/Kolkata', 'Europe/Paris']);
  expect(timeZones('Asia/Tokyo', ['Europe/Paris'])).toEqual(['Asia/Tokyo', 'Europe/Paris']);
  expect(timeZones('Asia/Kolkata')).toContain('Asia/Kathmandu');
});

test('the device tells the zone, unless it is set to no place', () => {
  expect(ownTimeZone('Asia/Kolkata', 'Europe/Berlin')).toBe('Europe/Berlin');
  expect(ownTimeZone('Europe/Paris', 'Asia/Calcutta')).toBe('Asia/Kolkata');
  expect(ownTimeZone('Asia/Kolkata', 'UTC')).toBe('Asia/Kolkata');
  expect(ownTimeZone('Asia/Kolkata', 'Etc/Unknown')).toBe('Asia/Kolkata');
});
