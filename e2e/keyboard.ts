import { expect, type Locator } from '@playwright/test';

const stepsAtMost = 120;

/** Goes on by the Tab key until a thing has the focus. */
export async function tabTo(target: Locator) {
  const { keyboard } = target.page();
  await expect(target).toBeVisible();
  for (let step = 0; step < stepsAtMost; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await keyboard.press('Tab');
  }
  throw new Error(`${stepsAtMost} times Tab did not lead to ${target.toString()}.`);
}

/** Goes to a thing by the Tab key, and presses Enter on it. */
export async function pressOn(target: Locator) {
  await tabTo(target);
  await target.page().keyboard.press('Enter');
}
