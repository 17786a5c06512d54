import { expect, type Locator } from '@playwright/test';

const stepsAtMost = 120;

/** Goes on by the Tab key, or back by it, until a thing has the focus. */
export async function tabTo(target: Locator, { back = false } = {}) {
  const { keyboard } = target.page();
  await expect(target).toBeVisible();
  for (let step = 0; step < stepsAtMost; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`${stepsAtMost} times Tab did not lead to ${target.toString()}.`);
}

/** Goes to a thing by the Tab key, and presses Enter on it. */
export async function pressOn(target: Locator, way = {}) {
  await tabTo(target, way);
  await target.page().keyboard.press('Enter');
}

/** Goes to a field by the Tab key, and types into it in the place of what is there. */
export async function typeInto(field: Locator, text: string, way = {}) {
  await tabTo(field, way);
  const { keyboard } = field.page();
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type(text);
}

/** Goes by the Tab key to a field for a file, and chooses one. */
export async function chooseFile(field: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
  // Asked for before the way there: the browser is told of it meanwhile.
  const asking = field.page().waitForEvent('filechooser');
  await pressOn(field);
  await (await asking).setFiles(file);
}

/** That the Tab key comes to all in a part of the page that can be pressed or filled, in the order in which it is read. */
export async function expectNothingSkipped(part: Locator) {
  const { keyboard } = part.page();
  const wanted = part.locator('a[href], button, input, select, textarea, summary').filter({ visible: true });
  const names = await wanted.evaluateAll((elements) => {
    const reachable = elements.filter((element) => {
      if (element.matches(':disabled, [tabindex="-1"]')) return false;
      if (!(element instanceof HTMLInputElement && element.type === 'radio')) return true;
      // Of a group the Tab key comes to the chosen one, or where none is, to the first; arrows lead to the others.
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
  // A day has three places in one field; and a dialog leads from its end to its beginning.
  for (let step = 0; step < names.length + 8 && (await inside()); step++) await keyboard.press('Tab');
  expect(await part.page().evaluate(() => (globalThis as { reached?: string[] }).reached)).toEqual(names);
}
