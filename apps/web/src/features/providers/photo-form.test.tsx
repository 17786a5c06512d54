import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { PhotoForm } from './photo-form.tsx';

const photo = '/providers/7/photo/0123456789abcdef0123456789abcdef/';
const picture = (bytes: number) => new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' });
const form = (before: string | null) => <PhotoForm name="Dr. Mehta" photo={before} verified={false} />;
const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';

/** Chooses a file within the page: the test driver would send a copy of it, with another date. */
function choose(screen: Awaited<ReturnType<typeof show>>, file: File) {
  const input = screen.getByLabelText('Choose a photo').element() as HTMLInputElement;
  const transfer = new DataTransfer();
  transfer.items.add(file);
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test('a picture that is too large is refused before it is sent', async () => {
  const screen = await show(form(null));
  choose(screen, picture(10 * 1024 * 1024 + 1));
  await expect.element(screen.getByText('Please choose a picture of at most 10 MB.')).toBeVisible();
  expect(server.asked('POST /providers/photo/')).toEqual([]);
});

test('what the server refuses is said in its words, and the same file can be tried again with the same key', async () => {
  server.refuse('POST /providers/photo/', 'unsupported_type', { message: 'This is no picture.' });
  const screen = await show(form(null));
  const file = picture(10);
  choose(screen, file);
  await expect.element(screen.getByText('This is no picture.')).toBeVisible();
  server.answer('POST /providers/photo/', { photo });
  server.answer('GET /register/provider/', []);
  choose(screen, file);
  await expect.element(screen.getByText('Your photo is saved.')).toBeVisible();
  const [first, second] = server.asked('POST /providers/photo/');
  expect(second?.form?.get('photo')).toMatchObject({ name: 'me.png' });
  expect(second?.key).toBe(first?.key);
});

test('a photo that cannot be removed stays; once it is removed another can be chosen', async () => {
  server.lose('DELETE /providers/photo/');
  const screen = await show(form(pixel));
  const remove = screen.getByRole('button', { name: 'Remove the photo' });
  await remove.click();
  await expect.element(screen.getByText('The photo could not be saved. Please try again.')).toBeVisible();
  server.answer('DELETE /providers/photo/', {});
  server.answer('GET /register/provider/', []);
  await remove.click();
  await expect.element(screen.getByText('Your photo is removed.')).toBeVisible();
  await expect.element(screen.getByLabelText('Choose a photo')).toHaveFocus();
});
