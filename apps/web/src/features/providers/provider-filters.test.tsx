import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { useSearchTexts } from '../../lib/navigation.tsx';
import { filtersIn } from './filters.ts';
import { ProviderFilters } from './provider-filters.tsx';

/** As the page has it: with what stands in the address. */
function Page() {
  const search = useSearchTexts();
  return <ProviderFilters q={search.get('q') ?? undefined} filters={filtersIn(search)} />;
}

async function shown(at: string) {
  server.answer('GET /speciality/', []);
  return await show(<Page />, { at });
}
const address = () => window.location.pathname + window.location.search;

test('what is typed narrows the list after a pause, once, and keeps the search', async () => {
  const screen = await shown('/providers?q=sleep');
  await screen.getByLabelText('Place', { exact: true }).fill('Pu');
  await screen.getByLabelText('Place', { exact: true }).fill('Pune');
  expect(address()).toBe('/providers?q=sleep');
  await expect.poll(address).toBe('/providers?q=sleep&place=Pune');
});

test('what is chosen narrows the list at once, together with what is being typed', async () => {
  const screen = await shown('/providers');
  await screen.getByLabelText('Place', { exact: true }).fill('Pune');
  const fee = screen.getByRole('combobox').last();
  const options = [...(fee.element() as HTMLSelectElement).options].map(({ value }) => value);
  await fee.selectOptions(options.at(-1) ?? '');
  await expect.poll(() => new URLSearchParams(window.location.search).get('place')).toBe('Pune');
  expect([...new URLSearchParams(window.location.search).keys()]).toHaveLength(2);
});

test('the fields follow the address', async () => {
  const screen = await shown('/providers?place=Pune');
  await expect.element(screen.getByLabelText('Place', { exact: true })).toHaveValue('Pune');
});

test('a woman or a man is chosen, and the choice is taken away again', async () => {
  const screen = await shown('/providers');
  await screen.getByLabelText('Gender').selectOptions('Woman');
  await expect.poll(address).toBe('/providers?gender=woman');
  await screen.getByRole('link', { name: 'Take away: Woman' }).click();
  await expect.poll(address).toBe('/providers');
  await expect.element(screen.getByLabelText('Gender')).toHaveValue('');
});
