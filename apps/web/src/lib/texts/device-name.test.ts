import { expect, test } from 'vitest';
import { deviceName } from './device-name.ts';
import { loadTexts } from './i18n.ts';

const [en, hi] = await Promise.all([loadTexts('en', 'account'), loadTexts('hi', 'account')]);

test('a device is named in the language, whatever of it is known', () => {
  expect(['Chrome on Android', 'Firefox', ''].map((device) => deviceName(en, device))).toEqual([
    'Chrome on Android',
    'Firefox',
    'Unknown device',
  ]);
  expect(['Chrome on Android', 'Firefox', ''].map((device) => deviceName(hi, device))).toEqual([
    'Android पर Chrome',
    'Firefox',
    'अनजान डिवाइस',
  ]);
});
