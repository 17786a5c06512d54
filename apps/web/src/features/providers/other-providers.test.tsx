import { expect, test } from 'vitest';
import { providerOf } from '../../../test/providers.ts';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { OtherProviders } from './other-providers.tsx';

const mehta = providerOf('Dr. Mehta');
const rao = providerOf('Dr. Rao', { user: 8 });
const iyer = providerOf('Dr. Iyer', { user: 9 });

test('others of the speciality are offered, those who are free soon first, and never the same one', async () => {
  server.answer('GET /providers/:provider_id/', [mehta]);
  server.answer('GET /speciality/', [{ id: 5, name: 'Dermatology', desc: null }]);
  server.answer('GET /api/next-times/', []);
  server.answer('GET /providers/', ({ query }) => ('free_within' in query ? [iyer, mehta] : [mehta, rao, iyer]));
  const screen = await show(<OtherProviders provider={7} />);
  await expect.element(screen.getByRole('heading', { name: 'Others in Dermatology' })).toBeVisible();
  const booking = screen.getByRole('link', { name: 'Book Appointment' }).elements();
  expect(booking.map((link) => link.getAttribute('href'))).toEqual(['/books/9', '/books/8']);
  expect(server.asked('GET /providers/').map(({ query }) => query.speciality)).toEqual(['5', '5']);
  await expect.element(screen.getByRole('link', { name: 'See all in Dermatology' })).toHaveAttribute('href', '/all/5');
});

test('of one who is no longer listed the way leads to the directory', async () => {
  server.answer('GET /providers/:provider_id/', []);
  server.answer('GET /speciality/', []);
  const screen = await show(<OtherProviders provider={7} />);
  await expect
    .element(screen.getByRole('link', { name: 'Find another provider' }))
    .toHaveAttribute('href', '/providers');
});
