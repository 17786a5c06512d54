import type { Page } from '@playwright/test';
import { ask, dayAfter, expect, makePdf, test } from '../support/care.ts';
import { expectAccessible } from '../support/journey.ts';
import { signIn } from '../support/product.ts';
import { register } from '../support/registration.ts';

const main = (page: Page) => page.getByRole('main');
const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

test('a provider submits documents, is rejected, tries again and is verified', async ({ page, person, product }) => {
  test.slow();
  const name = `Dr. Kavita Iyer ${Date.now()}`;
  const provider = await person('provider', name);
  const own = provider.page;
  await own.goto('/account');
  await own.getByRole('link', { name: 'Verification of your registration' }).click();
  await expect(own.getByText('does not name a registration number and a council yet')).toBeVisible();
  await register(provider);

  const submit = async (documents: number) => {
    for (let n = 1; n <= documents; n++) {
      const buffer = await makePdf(`Certificate ${n}`);
      await own
        .getByLabel('Document', { exact: true })
        .setInputFiles({ name: 'c.pdf', mimeType: 'application/pdf', buffer });
      await own.getByRole('button', { name: 'Add the document' }).click();
      await expect(own.getByText(`Document ${n}`)).toBeVisible();
    }
    await own.getByRole('button', { name: 'Submit for verification' }).click();
    await expect(own.getByText('A verifier checks your documents.')).toBeVisible();
  };
  await own.goto('/verification');
  await own.getByRole('button', { name: 'Add the document' }).click();
  await expect(own.getByLabel('Document', { exact: true })).toBeFocused();
  await submit(2);
  await expectAccessible(own);

  await signIn(page, product, 'administrator');
  await page.goto('/dashboard');
  await main(page).getByRole('link', { name: 'Administration' }).click();
  await main(page).getByRole('link', { name: 'Providers waiting for verification' }).click();
  const claim = card(page, name);
  await expect(claim.getByText('2 documents')).toBeVisible();
  await expect(claim.getByRole('link', { name: /View document/ })).toHaveCount(0);
  await claim.getByRole('button', { name: 'Take into review' }).click();
  await expect(claim.getByRole('link', { name: /View document/ })).toHaveCount(2);
  await expectAccessible(page);
  const view = await claim.getByRole('link', { name: /View document 1/ }).getAttribute('href');
  expect((await page.request.get(view ?? '')).headers()['content-type']).toBe('application/pdf');
  await claim.getByRole('button', { name: 'Reject' }).click();
  const rejecting = page.getByRole('alertdialog', { name: 'Reject this claim?' });
  await rejecting.getByRole('button', { name: 'Reject' }).click();
  await expect(rejecting.getByLabel('Reason')).toBeFocused();
  await rejecting.getByLabel('Reason').fill('The name cannot be read.');
  await expectAccessible(page);
  await rejecting.getByRole('button', { name: 'Reject' }).click();
  await expect(rejecting).toBeHidden();
  await expect(card(page, name).getByText('no documents any more')).toBeVisible();

  await own.reload();
  await expect(own.getByText('The name cannot be read.')).toBeVisible();
  await expectAccessible(own);
  await submit(1);
  await page.reload();
  const again = card(page, name).filter({ hasText: '1 document' });
  await again.getByRole('button', { name: 'Take into review' }).click();
  await again.getByRole('button', { name: 'Verify' }).click();
  const verifying = page.getByRole('alertdialog', { name: 'Verify this registration?' });
  await expect(verifying.getByLabel('Verified until')).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  await expectAccessible(page);
  await verifying.getByRole('button', { name: 'Verify' }).click();
  await expect(verifying).toBeHidden();

  await own.reload();
  await expect(own.getByText(/^until \d/)).toBeVisible();
  await expectAccessible(own);
  await own.goto(`/profile/${provider.id}`);
  await expect(main(own).getByText('Verified', { exact: true })).toBeVisible();
  await expect(main(own).getByText(/^KMC \d/)).toBeVisible();

  // Only what was verified is shown as verified.
  const other = `Dr. Devi Shetty ${Date.now()}`;
  const saying = 'If you change this, the verified badge is not shown until the change has been checked';
  await own.goto('/register/user/provider');
  await own.getByLabel('About').fill('More about me.');
  await expect(own.getByText(saying)).toHaveCount(0);
  await own.getByLabel('Name', { exact: true }).fill(other);
  await expect(own.getByText(saying)).toContainText('Name');
  await expectAccessible(own);
  await own.getByRole('button', { name: 'Save provider profile' }).click();
  await expect(own.getByText('The verified badge is not shown until your changes have been checked')).toBeVisible();
  await expectAccessible(own);
  await own.getByRole('link', { name: 'Have the change checked' }).click();
  await expect(own.getByText('It differs in: Name')).toBeVisible();
  await expect(own.getByRole('heading', { name: 'Have the change checked' })).toBeVisible();
  await expectAccessible(own);
  await own.goto(`/profile/${provider.id}`);
  await expect(main(own).getByText('Not yet verified', { exact: true })).toBeVisible();
  await expect(main(own).getByText(/KMC \d/)).toHaveCount(0);

  await own.goto('/verification');
  await submit(1);
  await own.goto('/register/user/provider');
  await own.getByLabel('Education').fill('MBBS, FRCS');
  await own.getByRole('button', { name: 'Save provider profile' }).click();
  await expect(main(own).getByText('MBBS, FRCS')).toBeVisible();
  await own.goto('/verification');
  await expect(own.getByText('Your profile has changed since: Education')).toBeVisible();
  await page.reload();
  const changed = card(page, other).filter({ hasText: 'Submitted' });
  await expect(changed.getByText('The profile differs by now in: Education')).toBeVisible();
  await expect(changed.getByText('MBBS, FRCS')).toHaveCount(0);
  await expectAccessible(page);
});

test(
  'a suspended provider is not found; who has a visit to come reads it, until it is lifted',
  { tag: '@desk' },
  async ({ page, person, product, clock }) => {
    test.slow();
    const name = `Dr. Arun Mehta ${Date.now()}`;
    const provider = await person('provider', name);
    const patient = await person('patient', 'Asha Kiran');
    const id = await ask(patient, provider, `${dayAfter(clock.now(), 2)}T09:00`);
    await signIn(page, product, 'administrator');
    await page.goto('/admin/verifications');
    await page.getByRole('searchbox', { name: 'Suspend a provider' }).fill(name);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('button', { name: `Suspend ${name}` }).click();
    const asking = page.getByRole('alertdialog', { name: `Suspend ${name}?` });
    await expect(asking.getByText('1 visit is still to come:')).toBeVisible();
    await asking.getByLabel('Reason').fill('The council asks for it.');
    await expectAccessible(page);
    await asking.getByRole('button', { name: 'Suspend' }).click();
    await expect(asking).toBeHidden();
    await expect(card(page, name).getByText('The council asks for it.')).toBeVisible();
    await expectAccessible(page);

    await provider.page.goto('/verification');
    await expect(provider.page.getByText('The council asks for it.')).toBeVisible();
    await expectAccessible(provider.page);
    await provider.page.goto(`/appointment/${id}`);
    await expect(provider.page.getByText('Your profile is suspended.')).toBeVisible();
    await expect(provider.page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
    await patient.page.goto(`/appointment/${id}`);
    await expect(patient.page.getByText('This visit may not take place')).toBeVisible();
    await expectAccessible(patient.page);
    await patient.page.goto(`/providers?q=${encodeURIComponent(name)}`);
    await expect(main(patient.page).getByRole('heading', { level: 1 })).toBeVisible();
    await expect(main(patient.page).getByRole('link', { name })).toHaveCount(0);

    await card(page, name).getByRole('button', { name: 'Lift the suspension' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Lift the suspension' }).click();
    await expect(page.getByText('No provider is suspended.')).toBeVisible();
    await patient.page.goto(`/appointment/${id}`);
    await expect(patient.page.getByText('Pending Approval')).toBeVisible();
    await expect(patient.page.getByText('This visit may not take place')).toHaveCount(0);
  },
);

test('both sides read a decision, and its author appeals once', { tag: '@desk' }, async ({ page, person, product }) => {
  test.slow();
  const author = await person('patient', 'Asha Kiran');
  const reader = await person('patient', 'Bina Rao');
  const text = `Who wants to buy my tea ${Date.now()}?`;
  const asked = await author.call('POST', '/apis/help-center/create/', { problem: text });
  const { prob_id: id } = asked.body as { prob_id: number };
  await reader.call('POST', '/apis/reports/create/', { kind: 'question', id, reason: 'advertising', note: 'Again.' });
  await reader.page.goto('/account');
  await reader.page.getByRole('link', { name: 'Decisions of moderators' }).click();
  await expect(reader.page.getByText('A moderator will look at it.')).toBeVisible();
  await expect(reader.page.getByText('No decision has been made about anything you wrote.')).toBeVisible();
  await expectAccessible(reader.page);

  await signIn(page, product, 'administrator');
  await page.goto('/moderation');
  await card(page, text).getByRole('button', { name: 'Hide' }).click();
  const hiding = page.getByRole('alertdialog', { name: 'Hide this?' });
  await hiding.getByLabel('Reason').fill('An advertisement.');
  await hiding.getByRole('button', { name: 'Hide it' }).click();
  await expect(hiding).toBeHidden();
  await reader.page.reload();
  await expect(reader.page.getByText('A moderator has hidden it.')).toBeVisible();

  await author.page.goto(`/comment/${id}`);
  await author.page.getByRole('link', { name: 'Read the decision, or appeal' }).click();
  const decision = card(author.page, text);
  await expect(decision.getByText('Reason: An advertisement.')).toBeVisible();
  await decision.getByRole('button', { name: 'Appeal' }).click();
  const appealing = author.page.getByRole('alertdialog', { name: 'Appeal against this decision?' });
  await appealing.getByRole('button', { name: 'Send the appeal' }).click();
  await expect(appealing.getByLabel('Why should it be seen?')).toBeFocused();
  await appealing.getByLabel('Why should it be seen?').fill('I give it away.');
  await expectAccessible(author.page);
  await appealing.getByRole('button', { name: 'Send the appeal' }).click();
  await expect(decision.getByText('Your appeal waits for another moderator.')).toBeVisible();
  await expect(decision.getByRole('button', { name: 'Appeal' })).toHaveCount(0);
  await expectAccessible(author.page);

  // The demo has one moderator, who is notified.
  await page.reload();
  const waiting = card(page, 'I give it away.');
  await expect(waiting.getByText('There is no other moderator, so you may decide')).toBeVisible();
  await waiting.getByRole('button', { name: 'Let it be seen' }).click();
  const deciding = page.getByRole('alertdialog', { name: 'Let everybody see this?' });
  await deciding.getByLabel('Answer').fill('You are right.');
  await expectAccessible(page);
  await deciding.getByRole('button', { name: 'Let it be seen' }).click();
  await expect(deciding).toBeHidden();
  await expect(waiting.getByText('Decided: it is visible again.')).toBeVisible();

  await author.page.reload();
  await expect(decision.getByText('Answer: You are right.')).toBeVisible();
  await reader.page.reload();
  await expect(reader.page.getByText('It was hidden, and is visible again after a second review.')).toBeVisible();
  await expectAccessible(reader.page);
});
