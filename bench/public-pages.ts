import { pages, type PagePath } from '@carecommons/contract/pages';
import { post } from './post.ts';

const account = { username: 'bench.leaver', password: 'a quiet evening in Pune' };

interface PublicPagesOptions {
  /** The address of the product. */
  base: string;
  /** A speciality with providers. */
  speciality: number;
  /** Parts of page addresses; none for all pages. */
  words: readonly string[];
}

/** Every public page with these words in its address, and where to open it. */
export async function publicPages({ base, speciality, words }: PublicPagesOptions) {
  const addresses = Object.keys(pages)
    .filter((path) => pages[path as PagePath] === 'public')
    .filter((path) => words.length === 0 || words.some((word) => path.includes(word)));
  const inPlace: Record<string, string> = {
    ':specialityId': String(speciality),
    ...(addresses.includes('/receipt/:number') && { ':number': await receiptOfSomebody(base) }),
  };
  return addresses.map((page) => ({ page, url: base + page.replace(/:\w+/, (name) => inPlace[name] ?? name) }));
}

/** The number of an erased person's receipt. */
async function receiptOfSomebody(base: string) {
  await post(base, '/register/user/', { ...account, email: 'bench@example.org' });
  const { access } = await post<{ access: string }>(base, '/token/', account);
  const asked = { username: account.username, current_password: account.password };
  return (await post<{ number: string }>(base, '/account/erasure/', asked, access)).number;
}
