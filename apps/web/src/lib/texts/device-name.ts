import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What the server calls a browser, such as "Chrome on Android" or "" where it does not know, in the words of the language. */
export function deviceName(i18n: I18n, device: string): string {
  if (device === '') return i18n._(msg`Unknown device`);
  const [browser = '', system] = device.split(' on ');
  return system === undefined ? browser : i18n._(msg`${browser} on ${system}`);
}
