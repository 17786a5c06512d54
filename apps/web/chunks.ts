import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type PagePath, pages } from '@carecommons/contract/pages';

type Module = { code: string | null; importers: readonly string[] };
type Graph = { getModuleInfo(id: string): Module | null };

const router = readFileSync(join(import.meta.dirname, 'src/app/router.tsx'), 'utf8');
const notPublic = new Set(
  [...router.matchAll(/^ {2}'(\/\S*)': \{\s*name: '([\w-]+)'/gm)]
    .filter(([, path]) => pages[path as PagePath] !== 'public')
    .map(([, , name]) => `${name}-page.tsx`),
);

const isIndex = /node_modules\/.*\/(index[.]m?js|lucide-react[.]mjs)$/;

/** The answers of `find`, each found once: the bundler asks for each module again in every group, and the graph stays as it is. */
function once<T>(find: (id: string, graph: Graph) => T) {
  const found = new Map<string, T>();
  return (id: string, graph: Graph) => {
    const known = found.get(id) ?? find(id, graph);
    found.set(id, known);
    return known;
  };
}

// What the graph hands out it makes anew each time, the code of the module included.
const moduleOf = once((id, graph): Module => graph.getModuleInfo(id) ?? { code: null, importers: [] });

/** Who imports a module; through the index of a package, which imports all there is of it, who asks it for this one. */
const importersOf = once((id, graph): string[] => {
  const name = basename(id)
    .replace(/[.]\w+$/, '')
    .replaceAll('-', '');
  const named = new RegExp(`\\b${name}\\d*\\b`, 'i');
  const of = (file: string) => moduleOf(file, graph).importers;
  const users = of(id)
    .flatMap((importer) => (isIndex.test(importer) ? of(importer) : [importer]))
    .filter((user) => !isIndex.test(user));
  const asking = users.filter((user) => of(id).includes(user) || named.test(moduleOf(user, graph).code ?? ''));
  // It may go by another name.
  return asking.length > 0 ? asking : users;
});

// Pages of those who sign in, and pages of those who search, one of which leads to the other, count as one.
const entrance = new Set(['login', 'register', 'forgot-password', 'reset-password', 'verify-email']);
const searching = new Set(['search', 'providers', 'help']);
const readerOf = (page: string) => (entrance.has(page) ? 'sign-in' : searching.has(page) ? 'searching' : page);

const entry = 'entry-client.tsx';
// What stands beside every page comes after it, in the chunk of this page: it makes nothing a thing to load first.
const beside = 'offline';
// So does what cards of providers say once it is known, which needs nothing of what members load.
const comesAfter = new Set(['next-time.tsx']);

/** The pages that everybody may open and that load a module at once; the entry counts as all of them. */
function publicPages(id: string, graph: Graph, seen = new Set<string>()): string[] {
  seen.add(id);
  const file = basename(id);
  if (file.endsWith('-page.tsx')) return notPublic.has(file) ? [] : [file.replace('-page.tsx', '')];
  if (file === entry) return Object.keys(pages);
  if (comesAfter.has(file)) return [beside];
  return importersOf(id, graph).flatMap((importer) => (seen.has(importer) ? [] : publicPages(importer, graph, seen)));
}

const readersOf = once((id, graph) => new Set(publicPages(id, graph).map(readerOf)));

const few = 2;
const group = (
  priority: number,
  nameOf: (readers: string[], isBeside: boolean) => string | null,
  minShareCount = 3,
) => ({
  name(id: string, graph: Graph) {
    // It waits for a page, which may need what is beside it.
    if (basename(id) === entry) return null;
    const readers = readersOf(id, graph);
    return nameOf(
      [...readers].filter((page) => page !== beside),
      readers.has(beside),
    );
  },
  minShareCount,
  priority,
});
/**
 * What three pages or more share is in one file: small ones compress badly, and each is a request. It is `shared` where many
 * public pages need it, or all do through the entry, named after them where two do, `beside` where what stands beside them does, else `members`. A file
 * takes along what its modules import, unless a file of a higher priority has it.
 */
export const chunks = [
  group(5, (readers) => (readers.length > few ? 'shared' : null), 1),
  // The page that most people come to first, and the fullest: what it shares with one that comes later is in its own file.
  group(4, (readers) => (readers.join() === 'home' ? 'home' : null), 2),
  group(3, (readers) => (readers.length > 0 ? readers.toSorted().join('-') : null)),
  group(2, (readers, isBeside) => (isBeside && readers.length === 0 ? 'beside' : null), 2),
  group(1, () => 'members'),
];
