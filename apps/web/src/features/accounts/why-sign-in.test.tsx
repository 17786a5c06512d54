import { pages } from '@carecommons/contract/pages';
import { expect, test } from 'vitest';
import { show } from '../../../test/show.tsx';
import { WhySignIn } from './why-sign-in.tsx';

const reasonFor = async (next: string | undefined, provider?: string) => {
  const screen = await show(<WhySignIn next={next} provider={provider} />, { signedIn: false });
  const text = screen.container.textContent;
  await screen.unmount();
  return text;
};

test('who came from a provider’s card reads whom it is about', async () => {
  expect(await reasonFor('/books/4?at=x', 'Dr. Anjali Rao')).toBe(
    'To book an appointment with Dr. Anjali Rao, sign in or create an account.',
  );
  expect(await reasonFor('/books/4')).toBe('To book an appointment, sign in or create an account.');
  expect(await reasonFor('/profile/4', 'Dr. Anjali Rao')).toBe(
    'To see the full profile of Dr. Anjali Rao, sign in or create an account.',
  );
  expect(await reasonFor('/record')).toBe('Your reports are private. They open after you sign in.');
});

test('every guarded page says why one has to sign in; nothing is said to who came by themselves', async () => {
  const guarded = Object.entries(pages).filter(([, access]) => access === 'guarded');
  for (const [path] of guarded) expect([path, await reasonFor(path.replaceAll(/:\w+/g, '1'))]).not.toEqual([path, '']);
  expect(await reasonFor(undefined)).toBe('');
  expect(await reasonFor('/about')).toBe('');
});
