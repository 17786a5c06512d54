import { expect, test, vi } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { ProviderForm } from './provider-form.tsx';

const saved = vi.fn<() => Promise<void>>().mockResolvedValue();
const form = <ProviderForm start={{ name: 'Dr. Mehta' }} onSaved={saved} />;
const save = { name: 'Save provider profile' };
const skin = { id: 3, name: 'Dermatology', desc: 'Skin' };

test('an empty form is not sent: every field that is needed says so', async () => {
  server.answer('GET /speciality/', [skin]);
  const screen = await show(form);
  await screen.getByRole('button', save).click();
  for (const label of ['Experience', 'Education', 'Phone', 'Address', 'About'])
    await expect.element(screen.getByLabelText(label)).toHaveAccessibleDescription(/This is required\.$/);
  await expect.element(screen.getByText('Please choose at least one speciality.')).toBeVisible();
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Dr. Mehta');
});

test('years and fees are whole numbers within bounds', async () => {
  server.answer('GET /speciality/', [skin]);
  const screen = await show(form);
  await screen.getByLabelText('Experience').fill('81');
  await screen.getByLabelText('Fees').fill('1.5');
  await screen.getByRole('button', save).click();
  await expect
    .element(screen.getByLabelText('Experience'))
    .toHaveAccessibleDescription(/Please enter a whole number from 0 to 80\.$/);
  await expect
    .element(screen.getByLabelText('Fees'))
    .toHaveAccessibleDescription(/Please enter a whole number from 0 to 1000000\.$/);
});

test('the rest of the form works where the specialities could not be fetched, and they are asked for again', async () => {
  server.refuse('GET /speciality/', 'busy');
  const screen = await show(form);
  await expect.element(screen.getByText('Error fetching specialities')).toBeVisible();
  await screen.getByLabelText('About').fill('Skin.');
  server.answer('GET /speciality/', [skin]);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('checkbox', { name: 'Dermatology' })).toBeVisible();
  await expect.element(screen.getByLabelText('About')).toHaveValue('Skin.');
});

test('what the filter hides stays chosen', async () => {
  server.answer('GET /speciality/', [skin, { ...skin, id: 4, name: 'Cardiology', desc: 'Heart' }]);
  const screen = await show(form);
  await screen.getByRole('checkbox', { name: 'Dermatology' }).click();
  await screen.getByLabelText('Filter the specialities').fill('heart');
  await expect.element(screen.getByText('1 chosen')).toBeVisible();
  await expect.element(screen.getByText('Dermatology')).not.toBeVisible();
  await screen.getByLabelText('Filter the specialities').fill('nothing like it');
  await expect.element(screen.getByText('Nothing found for this word')).toBeVisible();
});

test('the gender may be said, and is sent as it was said', async () => {
  server.answer('GET /speciality/', [skin]);
  server.refuse('POST /register/provider/', 'not_allowed');
  const screen = await show(
    <ProviderForm
      start={{
        name: 'Dr. Mehta',
        experience: 5,
        education: 'MBBS',
        phone: '+91 80 0000 0100',
        address: '1 Main Road',
        about: 'Skin.',
        speciality: [3],
      }}
      onSaved={saved}
    />,
  );
  await screen.getByLabelText(/^Gender/).selectOptions('Woman');
  await screen.getByRole('button', save).click();
  await expect.poll(() => server.asked('POST /register/provider/')[0]?.body).toMatchObject({ gender: 'woman' });
});
