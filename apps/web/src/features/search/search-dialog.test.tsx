import type { Found } from '@carecommons/contract/search';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { SearchDialog } from './search-dialog.tsx';

const line = 'GET /search/';
const nothing: Found = { providers: [], specialities: [], articles: [], questions: [] };
const found: Found = {
  ...nothing,
  specialities: [{ id: 2, name: 'Schlafmedizin' }],
  questions: [{ id: 4, problem: 'How do you sleep?', comment_count: 1 }],
};
const onClose = vi.fn<() => void>();

async function shown() {
  onClose.mockReset();
  server.answer('GET /search/urgency/', { urgent: null });
  const screen = await show(<SearchDialog onClose={onClose} />, { at: '/help' });
  return { screen, box: screen.getByRole('combobox') };
}

test('nothing is asked before something is typed, and while one types only the last word', async () => {
  server.answer(line, found);
  const { screen, box } = await shown();
  await expect.element(screen.getByText('Type what you are looking for. Typing errors are forgiven.')).toBeVisible();
  expect(server.asked(line)).toEqual([]);
  await box.click();
  await userEvent.keyboard('sleep');
  await expect.element(screen.getByRole('option', { name: /Schlafmedizin/ })).toBeVisible();
  expect(server.asked(line).at(-1)?.query.q).toBe('sleep');
  expect(server.asked(line).length).toBeLessThan(5);
  await expect.element(screen.getByText('2 results')).toBeInTheDocument();
});

test('says that nothing was found, and what can be tried', async () => {
  server.answer(line, nothing);
  const { screen, box } = await shown();
  await box.fill('qwrt');
  await expect.element(screen.getByText('Nothing found for “qwrt”')).toBeVisible();
  await expect.element(screen.getByText(/^Try fewer or different words\./)).toBeVisible();
  expect(screen.getByRole('option').elements()).toEqual([]);
});

test('says that the search did not work, and searches again', async () => {
  server.refuse(line, 'busy');
  const { screen, box } = await shown();
  await box.fill('sleep');
  await expect.element(screen.getByText('The search did not work.')).toBeVisible();
  server.answer(line, found);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('option', { name: /Schlafmedizin/ })).toBeVisible();
});

test('arrows go through what was found and back to the box, and Enter opens what they are at', async () => {
  server.answer(line, found);
  const { screen, box } = await shown();
  await box.fill('sleep');
  const options = screen.getByRole('option');
  await expect.poll(() => options.elements().length).toBe(3);
  const active = () => {
    const id = box.element().getAttribute('aria-activedescendant');
    return id === null ? undefined : document.getElementById(id)?.textContent;
  };
  await box.click();
  await userEvent.keyboard('{ArrowUp}');
  expect(active()).toContain('All results for “sleep”');
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toBeUndefined();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(active()).toContain('How do you sleep?');
  await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(window.location.pathname).toBe('/comment/4');
});

test('Enter without a choice leads to all results', async () => {
  server.answer(line, found);
  const { box } = await shown();
  await box.fill(' sleep ');
  await box.click();
  await userEvent.keyboard('{Enter}');
  expect(window.location.pathname + window.location.search).toBe('/search?q=sleep');
});

test('what was found goes with the word', async () => {
  server.answer(line, found);
  const { screen, box } = await shown();
  await box.fill('sleep');
  await expect.poll(() => screen.getByRole('option').elements().length).toBe(3);
  await box.fill('');
  await expect.poll(() => screen.getByRole('option').elements()).toEqual([]);
  await expect.element(screen.getByText('Type what you are looking for. Typing errors are forgiven.')).toBeVisible();
});

test('Escape closes it', async () => {
  await shown();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});
