import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, makePdf, test } from '../support/care.ts';
import { openUntilSeen } from '../support/journey.ts';
import { chooseFile, expectNothingSkipped, pressOn, tabTo, typeInto } from '../support/keyboard.ts';
import { signIn } from '../support/product.ts';
import { register } from '../support/registration.ts';
import { openRoom } from '../support/rooms.ts';

// The mouse is never used: after each dialog, and after a pressed element disappeared, the focus is where one continues.

const main = (page: Page) => page.getByRole('main');
const back = { back: true };
const dialogOf = (page: Page) => page.getByRole('alertdialog');

// Each is long, in small steps.
test.beforeEach(() => test.slow());

test('registering, signing in, a profile and the way out by keyboard alone', { tag: '@phone' }, async ({ page }) => {
  const username = `e2e.${randomUUID().slice(0, 8)}`;
  const password = 'rainy tuesday piano';
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  await expectNothingSkipped(main(page));
  await pressOn(page.getByRole('link', { name: /Register here/ }), back);
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await expect(main(page)).toBeFocused();
  await expectNothingSkipped(main(page));
  await typeInto(page.getByLabel('Username'), username, back);
  await page.keyboard.press('Enter');
  // The missing field has the focus.
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(`${username}@example.org`);
  await typeInto(page.getByLabel('Password'), password);
  await page.keyboard.press('Enter');
  // The login signs in by itself.
  await expect(page).toHaveURL(/\/register\/user\/basic$/);
  await expect(main(page)).toBeFocused();
  await typeInto(page.getByLabel('Name'), 'Asha Kiran');
  await typeInto(page.getByLabel('Phone'), '+91 98765 43210');
  await typeInto(page.getByLabel('About'), 'I run in the mornings.');
  await pressOn(page.getByRole('button', { name: 'Save profile' }));
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(main(page)).toBeFocused();

  const banner = page.getByRole('banner');
  const menu = banner.getByRole('button', { name: /the menu$/ });
  await pressOn(menu);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(banner.getByLabel('Language')).toBeVisible();
  await pressOn(banner.getByRole('link', { name: 'Logout' }));
  await expect(banner.getByRole('link', { name: 'Login' })).toBeVisible();
});

test('an article by keyboard alone', { tag: '@phone' }, async ({ person, clock }) => {
  const author = await person('provider', 'Dr. Kavita Iyer');
  const reader = await person('patient', 'Asha Kiran');
  const { page } = author;
  const title = `Walking after dinner ${clock.now().getTime()}`;
  await page.goto('/createblog');
  await expect(page.getByLabel('Title')).toBeVisible();
  await expectNothingSkipped(main(page));
  await typeInto(page.getByLabel('Title'), title, back);
  const content = page.getByLabel('Content');
  await typeInto(content, 'Ten minutes are enough');
  await page.keyboard.press('ControlOrMeta+A');
  await pressOn(page.getByRole('button', { name: 'Bold' }), back);
  await expect(content).toBeFocused();
  await expect(main(page).getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText(
    'Ten minutes are enough',
  );
  await pressOn(page.getByRole('button', { name: 'Publish' }));
  await expect(dialogOf(page).getByRole('button', { name: 'See all blogs' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/blog');
  await expect(main(page)).toBeFocused();

  await page.goto('/personalblog');
  await pressOn(main(page).getByRole('link', { name: title, exact: true }));
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const address = new URL(page.url()).pathname;
  await reader.page.goto(address);
  await pressOn(reader.page.getByRole('button', { name: 'Like' }));
  await expect(reader.page.getByRole('button', { name: 'Liked' })).toBeFocused();
  await expect(reader.page.getByText('1 like', { exact: true })).toBeVisible();

  await pressOn(page.getByRole('link', { name: 'Update' }));
  await typeInto(page.getByLabel('Title'), `${title}, again`);
  await pressOn(page.getByRole('button', { name: 'Save changes' }));
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeFocused();
  await pressOn(page.getByRole('link', { name: 'Back to the article' }), back);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title}, again`);
  await pressOn(page.getByRole('link', { name: 'Delete' }));
  await expect(page.getByText('Deleting the blog...')).toBeVisible();
  await page.clock.runFor(2000);
  await expect(page).toHaveURL('/blog');
  await expect(main(page)).toBeFocused();
  await page.goto('/personalblog');
  await pressOn(main(page).getByRole('button', { name: 'Restore' }));
  await expect(main(page).getByRole('link', { name: `${title}, again`, exact: true })).toBeVisible();
  await expect(main(page)).toBeFocused();
});

test('a question and its answers by keyboard alone', { tag: '@phone' }, async ({ person }) => {
  const { page } = await person('patient', 'Asha Kiran');
  const provider = await person('provider', 'Dr. Kavita Iyer');
  await page.goto('/help');
  await typeInto(page.getByLabel('Your question'), 'Do xylophone lessons help stiff wrists?');
  await pressOn(page.getByRole('button', { name: 'Ask', exact: true }));
  await expect(page.getByText('Your question is at the top of the list.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ask', exact: true })).toBeFocused();
  await pressOn(page.getByText('Your questions'));
  const own = main(page)
    .getByRole('group')
    .getByRole('link', { name: /^Do xylophone lessons/ });
  await expect(own).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(own).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/comment\/\d+$/);
  await expect(main(page)).toBeFocused();

  const question = page.getByLabel('Your question');
  const edit = page.getByRole('button', { name: 'Edit' });
  await pressOn(edit);
  await expect(question).toBeFocused();
  await pressOn(page.getByRole('button', { name: 'Cancel' }));
  await expect(edit).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeFocused();
  await typeInto(question, 'Do marimba lessons help stiff wrists?');
  await pressOn(page.getByRole('button', { name: 'Save' }));
  await expect(main(page).getByText('Do marimba lessons help stiff wrists?')).toBeVisible();
  await expect(edit).toBeFocused();

  const other = provider.page;
  await other.goto(new URL(page.url()).pathname);
  await expect(other.getByLabel('Your answer')).toBeVisible();
  await expectNothingSkipped(main(other));
  const report = other.getByRole('button', { name: /^Report/ });
  await pressOn(report, back);
  const why = dialogOf(other).getByLabel('What is wrong with it?');
  await expect(why).toBeFocused();
  await expectNothingSkipped(dialogOf(other));
  await other.keyboard.press('Escape');
  await expect(dialogOf(other)).toBeHidden();
  await expect(report).toBeFocused();
  await other.keyboard.press('Enter');
  await expect(why).toBeFocused();
  await other.keyboard.press('ArrowDown');
  await expect(why).not.toHaveValue('');
  await pressOn(dialogOf(other).getByRole('button', { name: 'Send the report' }));
  await expect(dialogOf(other)).toBeHidden();
  await expect(report).toHaveText('Reported');
  await expect(report).toBeFocused();

  await typeInto(other.getByLabel('Your answer'), 'They move gently.');
  await pressOn(other.getByRole('button', { name: 'Post answer' }));
  await expect(other.getByText('Your answer is above.')).toBeVisible();
  const remove = other.getByRole('button', { name: 'Delete' });
  await pressOn(remove.first(), back);
  await expect(dialogOf(other).getByRole('button', { name: 'Keep it' })).toBeFocused();
  await other.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await other.keyboard.press('Enter');
  await pressOn(dialogOf(other).getByRole('button', { name: 'Delete' }));
  await expect(other.getByText('No answers yet. Be the first to respond!')).toBeVisible();
  await expect(other.getByRole('heading', { level: 2, name: 'Answers' })).toBeFocused();

  await pressOn(page.getByRole('button', { name: 'Delete' }));
  await pressOn(dialogOf(page).getByRole('button', { name: 'Delete' }));
  await expect(page).toHaveURL('/help');
  await expect(main(page)).toBeFocused();
});

test('a chat room by keyboard alone', { tag: '@phone' }, async ({ person, product }) => {
  const room = await openRoom(product);
  const { page } = await person('patient', 'Asha Kiran');
  const bina = await person('patient', 'Bina Rao');
  await bina.call('POST', `/apis/messages-create/${room.id}/`, { content: 'Good morning' });
  const join = page
    .getByRole('article')
    .filter({ hasText: room.name })
    .getByRole('link', { name: /^Join room/ });
  await openUntilSeen(page, '/chat', join);
  await pressOn(join);
  await expect(page.getByRole('heading', { name: room.name, level: 1 })).toBeVisible();
  await expect(main(page)).toBeFocused();
  const log = page.getByRole('log', { name: 'Messages' });
  await expect(log.getByText('Good morning')).toBeVisible();
  await expectNothingSkipped(main(page));

  const message = page.getByRole('textbox', { name: 'Message' });
  await typeInto(message, 'Did you sleep?');
  await pressOn(page.getByRole('button', { name: 'Send' }));
  await expect(log.getByText('Did you sleep?')).toBeVisible();
  await expect(message).toBeFocused();
  await pressOn(log.getByRole('button', { name: 'Delete' }), back);
  await expect(log.getByText('Did you sleep?')).toBeHidden();
  await expect(log).toBeFocused();

  const more = log.getByRole('button', { name: 'More about this message' });
  await pressOn(more);
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  const report = log.getByRole('button', { name: 'Report' });
  await expect(report).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page).getByLabel('What is wrong with it?')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(report).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(log.getByRole('button', { name: /^Block / })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(log.getByText('Good morning')).toBeHidden();
  // The message has the focus, followed by the way back.
  const told = page.locator(':focus').getByRole('alert');
  await expect(told).toContainText('You no longer see messages of');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(log.getByText('Good morning')).toBeVisible();
  await expect(told).toContainText('You see messages of');

  await pressOn(more);
  await pressOn(log.getByRole('button', { name: /^Block / }));
  await expect(told).toContainText('You no longer see messages of');
  await pressOn(page.getByRole('link', { name: 'Back to the rooms' }), back);
  await expect(page).toHaveURL('/chat');
  await expect(main(page)).toBeFocused();
  await pressOn(page.getByRole('button', { name: 'Unblock' }));
  await expect(told).toContainText('You see messages of');
});

test('sharing a document by keyboard alone', { tag: '@phone' }, async ({ person }) => {
  const { page } = await person('patient', 'Asha Kiran');
  await page.context().grantPermissions(['clipboard-write']);
  await page.goto('/record');
  await pressOn(page.getByRole('link', { name: 'Add a document' }));
  const pdf = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: await makePdf('An old letter') };
  await chooseFile(page.getByLabel('File'), pdf);
  await typeInto(page.getByLabel('Title'), 'Letter of 2019');
  await pressOn(page.getByRole('button', { name: 'Add document' }));
  await pressOn(page.getByRole('link', { name: 'Share: Letter of 2019' }));
  await expect(page.getByRole('checkbox', { name: /^Letter of 2019/ })).toBeChecked();
  await tabTo(page.getByRole('radio', { name: /^A provider here/ }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /by a link/ })).toBeChecked();
  await tabTo(page.getByRole('banner').getByRole('link').first(), back);
  await expectNothingSkipped(main(page));
  await pressOn(page.getByRole('button', { name: 'Make the link' }), back);
  await expect(page.getByText(/^The link works until/)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Link', { exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Copy: Link' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Copied.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy: Link' })).toBeFocused();
  await pressOn(page.getByRole('link', { name: 'To your reports' }));
  await pressOn(page.getByRole('button', { name: 'End sharing now: the link' }));
  await expect(page.getByText('What you share now')).toBeHidden();
  await expect(main(page)).toBeFocused();

  const remove = page.getByRole('button', { name: 'Delete: Letter of 2019' });
  await pressOn(remove);
  await expect(dialogOf(page).getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await pressOn(dialogOf(page).getByRole('button', { name: 'Delete it' }));
  await expect(page.getByText('No medical reports found')).toBeVisible();
  await expect(main(page)).toBeFocused();
});

test('an account and its data by keyboard alone', { tag: '@phone' }, async ({ person }) => {
  const { page, password } = await person('patient', 'Asha Kiran');
  await page.goto('/account');
  const change = page.getByRole('button', { name: 'Change email address' });
  await pressOn(change);
  await expect(page.getByLabel('New email address')).toBeFocused();
  await pressOn(page.getByRole('button', { name: 'Cancel' }));
  await expect(change).toBeFocused();
  await page.keyboard.press('Enter');
  const next = `e2e.${randomUUID().slice(0, 8)}@example.org`;
  await typeInto(page.getByLabel('New email address'), next);
  await typeInto(page.getByLabel('Current password').first(), password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`An email went to ${next}.`)).toBeVisible();
  await expect(change).toBeFocused();

  await typeInto(page.getByLabel('Current password'), password);
  await typeInto(page.getByLabel('New password'), 'windy thursday cello');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password is changed. Your other sessions were signed out.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Password' })).toBeFocused();

  const setUp = page.getByRole('button', { name: 'Set up an app' });
  await pressOn(setUp);
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await tabTo(page.getByLabel('Code', { exact: true }));
  await pressOn(page.getByRole('button', { name: 'Cancel' }));
  await expect(setUp).toBeFocused();

  await pressOn(page.getByRole('link', { name: 'My data' }), back);
  const copy = page.getByRole('region', { name: 'A copy of your data' });
  await pressOn(copy.getByRole('button', { name: 'Ask for a copy' }));
  await expect(copy.getByLabel('Your password')).toBeFocused();
  await pressOn(copy.getByRole('button', { name: 'Cancel' }));
  await expect(copy.getByRole('heading')).toBeFocused();
  await pressOn(copy.getByRole('button', { name: 'Ask for a copy' }));
  await page.keyboard.type('windy thursday cello');
  await page.keyboard.press('Enter');
  await expect(copy.getByText('Your copy is ready.')).toBeVisible({ timeout: 30_000 });
  await expect(copy.getByRole('heading')).toBeFocused();
  const saving = page.waitForEvent('download');
  await pressOn(copy.getByRole('link', { name: /^Save the copy/ }));
  expect((await saving).suggestedFilename()).toMatch(/^my-data-[\d-]+\.zip$/);
});

test('checking a registration by keyboard alone', { tag: '@phone' }, async ({ page, person, product }) => {
  const name = `Dr. Kavita Iyer ${Date.now()}`;
  const provider = await person('provider', name);
  const own = provider.page;
  await register(provider);
  await own.goto('/verification');
  const buffer = await makePdf('Certificate');
  await chooseFile(own.getByLabel('Document', { exact: true }), {
    name: 'c.pdf',
    mimeType: 'application/pdf',
    buffer,
  });
  await pressOn(own.getByRole('button', { name: 'Add the document' }));
  await expect(own.getByText('Document 1')).toBeVisible();
  await pressOn(own.getByRole('button', { name: 'Submit for verification' }));
  await expect(own.getByText('A verifier checks your documents.')).toBeVisible();

  await signIn(page, product, 'administrator');
  await page.goto('/admin/verifications');
  const claim = page.getByRole('article').filter({ hasText: name });
  await pressOn(claim.getByRole('button', { name: 'Take into review' }));
  const [verify, reject] = [
    claim.getByRole('button', { name: 'Verify' }),
    claim.getByRole('button', { name: 'Reject' }),
  ];
  await expect(verify).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(reject).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page).getByLabel('Reason')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(reject).toBeFocused();
  await pressOn(verify, back);
  await expect(dialogOf(page).getByLabel('Verified until')).toBeFocused();
  await expectNothingSkipped(dialogOf(page));
  await pressOn(dialogOf(page).getByRole('button', { name: 'Verify' }));
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Waiting for a check' })).toBeFocused();
});

test('a decision of a moderator by keyboard alone', { tag: '@phone' }, async ({ page, person, product }) => {
  const text = `Who wants to buy my tea ${Date.now()}?`;
  const author = await person('patient', 'Asha Kiran');
  const reader = await person('patient', 'Bina Rao');
  const asked = await author.call('POST', '/apis/help-center/create/', { problem: text });
  const { prob_id: id } = asked.body as { prob_id: number };
  await reader.call('POST', '/apis/reports/create/', { kind: 'question', id, reason: 'advertising', note: 'Again.' });
  await signIn(page, product, 'administrator');
  await page.goto('/moderation');
  const card = page.getByRole('article').filter({ hasText: text });
  const hide = card.getByRole('button', { name: 'Hide' });
  await pressOn(hide);
  await expect(dialogOf(page).getByLabel('Reason')).toBeFocused();
  await expectNothingSkipped(dialogOf(page));
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(hide).toBeFocused();
  await page.keyboard.press('Enter');
  await typeInto(dialogOf(page).getByLabel('Reason'), 'An advertisement.');
  await pressOn(dialogOf(page).getByRole('button', { name: 'Hide it' }));
  await expect(card.getByText('Hidden: An advertisement.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Waiting for a decision' })).toBeFocused();
});
