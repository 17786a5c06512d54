import { expect, type Locator } from '@playwright/test';

const stepsAtMost = 120;

/** Presses Tab, or Shift+Tab, until an element has the focus. */
export async function tabTo(target: Locator, { back = false } = {}) {
  const { keyboard } = target.page();
  await expect(target).toBeVisible();
  for (let step = 0; step < stepsAtMost; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`${stepsAtMost} times Tab did not lead to ${target.toString()}.`);
}

/** Moves the focus to an element with the Tab key, and presses Enter. */
export async function pressOn(target: Locator, way = {}) {
  await tabTo(target, way);
  await target.page().keyboard.press('Enter');
}

/** Moves the focus to a field with the Tab key, and replaces its content by typing. */
export async function typeInto(field: Locator, text: string, way = {}) {
  await tabTo(field, way);
  const { keyboard } = field.page();
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type(text);
}

/** Moves the focus to a file field with the Tab key, and chooses a file. */
export async function chooseFile(field: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
  // Awaited before moving there: the browser reports it meanwhile.
  const asking = field.page().waitForEvent('filechooser');
  await pressOn(field);
  await (await asking).setFiles(file);
}

/** Checks that the Tab key reaches all interactive elements of a part of the page, in reading order. */
export async function expectNothingSkipped(part: Locator) {
  const { keyboard } = part.page();
  const wanted = part.locator('a[href], button, input, select, textarea, summary').filter({ visible: true });
  const names = await wanted.evaluateAll((elements) => {
    const reachable = elements.filter((element) => {
      if (element.matches(':disabled, [tabindex="-1"]')) return false;
      if (!(element instanceof HTMLInputElement && element.type === 'radio')) return true;
      // In a group of radio buttons, Tab reaches the checked one or, if none is, the first; arrow keys reach the others.
      const group = elements.filter((other) => other instanceof HTMLInputElement && other.name === element.name);
      return element === (group.find((other) => other.matches(':checked')) ?? group[0]);
    });
    const nameOf = (element: Element) => element.ariaLabel ?? element.getAttribute('name') ?? element.textContent;
    const reached: string[] = [];
    const named = reachable.map((element, index) => {
      const name = `${index}: ${nameOf(element)}`;
      const reach = () => void (reached.includes(name) || reached.push(name));
      if (element === document.activeElement) reach();
      element.addEventListener('focus', reach);
      return name;
    });
    Object.assign(globalThis, { reached });
    return named;
  });
  expect(names).not.toEqual([]);
  const inside = () =>
    part.evaluate((element) => element !== document.activeElement && element.matches(':focus-within'));
  for (let step = 0; step < stepsAtMost && !(await inside()); step++) await keyboard.press('Tab');
  // A date field has three tab stops, and a dialog wraps from its end to its beginning.
  for (let step = 0; step < names.length + 8 && (await inside()); step++) await keyboard.press('Tab');
  expect(await part.page().evaluate(() => (globalThis as { reached?: string[] }).reached)).toEqual(names);
}
