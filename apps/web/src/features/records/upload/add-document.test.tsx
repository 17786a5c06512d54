import { expect, test } from 'vitest';
import { reportWith } from '../../../../test/records.ts';
import { server } from '../../../../test/server.ts';
import { show } from '../../../../test/show.tsx';
import { dropSession, storeTokens } from '../../../lib/session/session.ts';
import { AddDocument } from './add-document.tsx';

const add = { name: 'Add document' };
const letter = new File(['%PDF-1.7'], 'letter.pdf', { type: 'application/pdf' });
const made = reportWith({
  id: 12,
  appointment: null,
  title: 'Old letter',
  type: 'Diagnostic',
  doctor: '',
  patient: 'Asha Rao',
  sentence: null,
  scan: 'pending',
});

test('wants a file and a title', async () => {
  const screen = await show(<AddDocument />);
  await screen.getByRole('button', add).click();
  await expect.element(screen.getByLabelText('File')).toHaveAccessibleDescription(/This is required\.$/);
  await expect.element(screen.getByLabelText('Title')).toHaveAccessibleDescription('This is required.');
});

test('says of a file why it cannot be sent, before it is', async () => {
  const screen = await show(<AddDocument />);
  await screen.getByLabelText('File').upload(new File(['text'], 'letter.txt', { type: 'text/plain' }));
  await screen.getByRole('button', add).click();
  await expect
    .element(screen.getByLabelText('File'))
    .toHaveAccessibleDescription(/Please choose a PDF, PNG or JPEG file\.$/);
  await screen.getByLabelText('File').upload(new File([], 'letter.pdf', { type: 'application/pdf' }));
  await screen.getByRole('button', add).click();
  await expect
    .element(screen.getByLabelText('File'))
    .toHaveAccessibleDescription(/This file is empty\. Please choose another one\.$/);
});

test('the photo of an iPhone goes as a JPEG where the device can read it, with the day of the document', async () => {
  server.answer('POST /api/own-documents/', made);
  const screen = await show(<AddDocument />, { at: '/record?add' });
  // Which format it is this browser tells by its content: it reads no HEIC, but the same way what it reads.
  const canvas = document.createElement('canvas');
  const png = await new Promise<Blob | null>((done) => canvas.toBlob(done));
  await screen.getByLabelText('File').upload(new File([png!], 'IMG_1.HEIC', { type: 'image/heic' }));
  await screen.getByLabelText('Title').fill('Old letter');
  await screen.getByLabelText(/^Date of the document/).fill('2019-03-04');
  await screen.getByRole('button', add).click();
  await expect.poll(() => server.asked('POST /api/own-documents/')).toHaveLength(1);
  const [{ form } = {}] = server.asked('POST /api/own-documents/');
  const sent = form?.get('document') as File;
  expect([sent.name, sent.type, form?.get('dated_on')]).toEqual(['IMG_1.jpg', 'image/jpeg', '2019-03-04']);
  expect(new Uint8Array(await sent.arrayBuffer()).slice(0, 3)).toEqual(new Uint8Array([0xff, 0xd8, 0xff]));
});

test('of a photo that the device cannot read it is said what to do, and nothing is sent', async () => {
  const screen = await show(<AddDocument />);
  await screen.getByLabelText('File').upload(new File(['ftypheic'], 'IMG_1.HEIC', { type: 'image/heic' }));
  await screen.getByLabelText('Title').fill('Old letter');
  await screen.getByRole('button', add).click();
  await expect
    .element(screen.getByLabelText('File'))
    .toHaveAccessibleDescription(/This device cannot read HEIC photos.*save it as a JPEG first/);
  expect(server.asked('POST /api/own-documents/')).toEqual([]);
});

test('another type is asked for in words', async () => {
  const screen = await show(<AddDocument />);
  await screen.getByLabelText('Type').selectOptions('Another type…');
  await screen.getByRole('button', add).click();
  await expect.element(screen.getByLabelText('Which type?')).toHaveAccessibleDescription('This is required.');
});

test('the file stays chosen when it was refused, and goes again with the same key', async () => {
  server.refuse('POST /api/own-documents/', 'storage_full');
  const screen = await show(<AddDocument />, { at: '/record?add' });
  await screen.getByLabelText('File').upload(letter);
  await screen.getByLabelText('Title').fill('Old letter');
  await screen.getByRole('button', add).click();
  await expect.element(screen.getByText('The document was not added. Please try again.')).toBeVisible();
  server.answer('POST /api/own-documents/', made);
  await screen.getByRole('button', add).click();
  await expect.poll(() => window.location.search).toBe('');
  const [first, second] = server.asked('POST /api/own-documents/');
  expect(second?.key).toBe(first?.key);
  expect([...(second?.form ?? [])].map(([name]) => name)).toEqual(['title', 'type', 'document']);
});

test('where the session ends meanwhile, that is said aloud, nothing is sent, and after signing in again it can be', async () => {
  server.answer('POST /api/own-documents/', made);
  const screen = await show(<AddDocument />, { at: '/record?add' });
  await screen.getByLabelText('File').upload(letter);
  await screen.getByLabelText('Title').fill('Old letter');
  // A status is read out only where it was there before its text.
  const statuses = [...screen.container.querySelectorAll('[role=status]')];
  dropSession();
  await expect
    .poll(() => statuses.map(({ textContent }) => textContent).join(' '))
    .toContain('Your session has ended.');
  await screen.getByRole('button', add).click();
  expect(server.asked('POST /api/own-documents/')).toEqual([]);
  storeTokens({ access: 'another', refresh: 'refresh' });
  await screen.getByRole('button', add).click();
  await expect.poll(() => server.asked('POST /api/own-documents/').length).toBe(1);
});

test('a form counts as filled until it was sent', async () => {
  server.answer('POST /api/own-documents/', made);
  const screen = await show(<AddDocument />, { at: '/record?add' });
  const filled = () => screen.container.querySelector('form[data-filled]') !== null;
  expect(filled()).toBe(false);
  await screen.getByLabelText('File').upload(letter);
  await screen.getByLabelText('Title').fill('Old letter');
  expect(filled()).toBe(true);
  await screen.getByRole('button', add).click();
  await expect.poll(() => window.location.search).toBe('');
  await expect.poll(filled).toBe(false);
});
