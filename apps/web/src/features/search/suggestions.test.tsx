import type { Found } from '@carecommons/contract/search';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { SearchForm } from '../../components/search-form.tsx';
import { SuggestionsContext } from '../../lib/suggestions.ts';
import { Suggestions } from './suggestions.tsx';

const line = 'GET /search/';
const found: Found = {
  providers: [],
  specialities: [
    { id: 2, name: 'Cardiology' },
    { id: 3, name: 'Cardiac surgery' },
  ],
  articles: [{ id: 9, title: 'An article', author: 'asha' }],
  questions: [],
};
const onSearch = vi.fn<(text: string) => void>();

async function shown(suggests = true) {
  onSearch.mockReset();
  server.answer(line, found);
  server.answer('GET /search/urgency/', { urgent: null });
  const screen = await show(
    <SuggestionsContext value={Suggestions}>
      <SearchForm action="/providers" label="Find" placeholder="Heart" suggests={suggests} onSearch={onSearch} />
    </SuggestionsContext>,
  );
  return { screen, box: screen.getByLabelText('Find') };
}

test('under the box stands what may be meant as one types, of providers and specialities alone', async () => {
  const { screen, box } = await shown();
  await expect.element(box).toHaveRole('combobox');
  await expect.element(box).toHaveAttribute('aria-expanded', 'false');
  await box.click();
  expect(server.asked(line)).toEqual([]);
  await userEvent.keyboard('card');
  await expect.element(screen.getByRole('option', { name: 'Cardiology' })).toBeVisible();
  expect(
    screen
      .getByRole('option')
      .elements()
      .map((one) => one.textContent),
  ).toEqual(['Cardiology', 'Cardiac surgery', 'All results for “card”']);
  await expect.element(box).toHaveAttribute('aria-expanded', 'true');
  expect(box.element().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').element().id);
  await expect.element(screen.getByRole('status').getByText('2 results')).toBeInTheDocument();
});

test('arrows choose one, the focus stays in the box, and Enter leads to it', async () => {
  const { screen, box } = await shown();
  await box.click();
  await userEvent.keyboard('card');
  await expect.element(screen.getByRole('option', { name: 'Cardiology' })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  const second = screen.getByRole('option', { name: 'Cardiac surgery' });
  await expect.element(second).toHaveAttribute('aria-selected', 'true');
  await expect.element(box).toHaveAttribute('aria-activedescendant', second.element().id);
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(window.location.pathname).toBe('/all/3');
  expect(onSearch).not.toHaveBeenCalled();
});

test('Enter without a choice searches for what is typed', async () => {
  const { screen, box } = await shown();
  await box.click();
  await userEvent.keyboard('card');
  await expect.element(screen.getByRole('option', { name: 'Cardiology' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(onSearch.mock.calls).toEqual([['card']]);
  await expect.poll(() => screen.getByRole('option').elements()).toEqual([]);
});

test('Escape closes them and keeps the text, an arrow and typing open them again, and leaving the box closes them', async () => {
  const { screen, box } = await shown();
  await box.click();
  await userEvent.keyboard('card');
  const option = screen.getByRole('option', { name: 'Cardiology' });
  await expect.element(option).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(option).not.toBeInTheDocument();
  await expect.element(box).toHaveAttribute('aria-expanded', 'false');
  await expect.element(box).toHaveValue('card');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(option).toBeVisible();
  await userEvent.keyboard('{Escape}i');
  await expect.element(option).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('button', { name: 'Search' })).toHaveFocus();
  await expect.element(option).not.toBeInTheDocument();
});

test('one is chosen by a pointer, too', async () => {
  const { screen, box } = await shown();
  await box.click();
  await userEvent.keyboard('card');
  await screen.getByRole('option', { name: 'Cardiac surgery' }).click();
  expect(window.location.pathname).toBe('/all/3');
  await expect.poll(() => screen.getByRole('option').elements()).toEqual([]);
});

test('in an emergency whom to call stands first, also where nothing is found', async () => {
  const { screen, box } = await shown();
  server.answer(line, { ...found, specialities: [] });
  server.answer('GET /search/urgency/', { urgent: 'emergency' });
  await box.click();
  await userEvent.keyboard('heart attack');
  await expect.element(screen.getByRole('link', { name: 'Call 112' })).toBeVisible();
});

test('where the page shows what is found by itself there are none', async () => {
  const { screen, box } = await shown(false);
  await expect.element(box).toHaveRole('searchbox');
  await box.fill('card');
  await screen.getByRole('button', { name: 'Search' }).click();
  expect(server.asked(line)).toEqual([]);
});

test('a box that takes no more says so', async () => {
  const { screen, box } = await shown(false);
  await box.fill('x'.repeat(99));
  expect(screen.getByText(/^No more than/).elements()).toEqual([]);
  await box.fill('x'.repeat(100));
  await expect.element(screen.getByText('No more than 100 characters fit in here.')).toBeVisible();
});
