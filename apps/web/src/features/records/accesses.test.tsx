import type { RecordAccess } from '@carecommons/contract/records';
import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { Accesses } from './accesses.tsx';

const line = 'GET /api/records/accesses/';
const access: RecordAccess = {
  id: 1,
  at: '2026-01-05T08:00:00Z',
  action: 'view',
  refusal: null,
  by: 'you',
  name: null,
  role: 'patient',
  record: 7,
  title: 'Blood count',
  share: null,
};
const link = { id: 3, made_at: '2026-01-04T08:00:00Z', provider: null };
const named = { ...link, provider: 'Dr. Rao' };
const denied = (refusal: RecordAccess['refusal'], more: Partial<RecordAccess> = {}): Partial<RecordAccess> => ({
  action: 'denied',
  refusal,
  ...more,
});
const author = { by: 'author', name: 'Dr. Mehta', role: 'healthcare_provider' } as const;

test('says that nothing was recorded, or that it could not be loaded, and loads it again', async () => {
  server.refuse(line, 'busy');
  const screen = await show(<Accesses record={7} />);
  await expect.element(screen.getByText('Who opened your reports could not be loaded.')).toBeVisible();
  server.answer(line, []);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Nothing has been recorded yet')).toBeVisible();
  expect(server.asked(line).at(-1)?.query).toEqual({ record: '7' });
});

test.for<[Partial<RecordAccess>, string | RegExp]>([
  [{}, 'You opened “Blood count”.'],
  [{ action: 'download' }, 'You saved “Blood count”.'],
  [{ action: 'export' }, 'You put “Blood count” into a copy of your data.'],
  [{ action: 'delete', title: null }, 'You deleted a document of your own.'],
  [author, 'Dr. Mehta opened “Blood count”.'],
  [{ ...author, action: 'upload' }, 'Dr. Mehta added “Blood count”.'],
  [{ ...author, action: 'withdraw' }, 'Dr. Mehta took “Blood count” back.'],
  [{ action: 'share', share: named }, 'You shared “Blood count” with Dr. Rao.'],
  [{ action: 'share', share: link }, 'You made a link to “Blood count”.'],
  [{ action: 'unshare', share: link }, 'You ended the link to “Blood count”.'],
  [
    { by: 'somebody', action: 'view', share: link },
    /^Somebody with the link that you made on .*4 Jan.* opened “Blood count”\.$/,
  ],
  [
    { by: 'somebody', action: 'download', share: link },
    /^Somebody with the link that you made on .*4 Jan.* saved “Blood count”\.$/,
  ],
  [{ by: 'somebody', name: 'Dr. Rao', action: 'download', share: named }, 'Dr. Rao saved “Blood count”.'],
  [
    denied('passcode', { by: 'somebody', share: link }),
    /^Somebody gave a wrong passcode for the link to “Blood count” that you made on .*4 Jan.*\.$/,
  ],
  [
    denied('share_ended', { by: 'somebody', share: link }),
    /^Somebody tried to open “Blood count” with the link that you made on .*4 Jan.*, which has ended\.$/,
  ],
  [denied('not_entitled', { by: 'somebody' }), 'Somebody without the right tried to open “Blood count”.'],
  // Of those who may not, no name is shown, whatever the reason was.
  [denied('expired', { by: 'somebody' }), 'Somebody without the right tried to open “Blood count”.'],
  [denied('expired'), 'You tried to open “Blood count” with a link that was too old.'],
  [
    denied('other_session', author),
    'Somebody tried to open “Blood count” with a link that was made for Dr. Mehta alone.',
  ],
  [denied('session_ended'), 'Somebody tried to open “Blood count” with a link of yours after you had signed out.'],
])('%#: what was done, and by whom, is told in words', async ([changes, sentence]) => {
  server.answer(line, [{ ...access, ...changes }]);
  const screen = await show(<Accesses record={undefined} />);
  await expect.element(screen.getByText(sentence, { exact: true })).toBeVisible();
  expect(screen.getByText(/Nothing was shown\./).elements()).toHaveLength(changes.action === 'denied' ? 1 : 0);
});
