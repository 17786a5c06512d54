import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { SearchDialog } from './search-dialog.tsx';

test('an emergency shows whom to call before what is found', async () => {
  server.answer('GET /search/', { providers: [], specialities: [], articles: [], questions: [] });
  server.answer('GET /search/urgency/', { urgent: 'emergency' });
  await show(<SearchDialog onClose={() => {}} />);
  await page.getByRole('combobox').fill('stroke');
  const call = page.getByRole('link', { name: 'Call 112' });
  await expect.element(call).toBeVisible();
  await expect.element(page.getByText('Nothing found for “stroke”')).toBeVisible();
  const results = page.getByRole('listbox', { includeHidden: true }).element();
  expect(call.element().compareDocumentPosition(results) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await page.getByRole('combobox').fill('');
  await expect.element(call).not.toBeInTheDocument();
});
