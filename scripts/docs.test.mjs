import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './prepare.mjs';

// Holds the documents to what is there: every link and every path that they name, and the form of the decision records.

const documents = globSync('{*.md,docs/*.md,docs/*/*.md,deploy/*.md}', { cwd: root }).filter(
  // What was changed names files of its time.
  (path) => path !== 'CHANGELOG.md',
);
const textOf = (path) => readFileSync(join(root, path), 'utf8');
// A path in a document may leave out where sources begin.
const beginnings = ['', 'apps/server/', 'apps/server/src/', 'apps/server/src/modules/', 'apps/web/src/', 'apps/web/'];
const isThere = (path) => beginnings.some((beginning) => existsSync(join(root, beginning, path)));

test.for(documents)('%s links to what exists', (path) => {
  const links = [...textOf(path).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, to]) => to);
  const broken = links.filter((to) => !/^[a-z]+:/.test(to) && !existsSync(join(root, dirname(path), to)));
  expect(broken).toEqual([]);
});

test.for(documents)('%s names paths that exist', (path) => {
  const named = [
    ...textOf(path).matchAll(/`([\w.@-]+(?:\/[\w.@-]+)+\.(?:ts|tsx|mjs|js|json|sql|css|md|ya?ml|cfg|conf|po))`/g),
  ];
  const missing = named
    .map(([, name]) => name)
    .filter((name) => !isThere(name) && !existsSync(join(root, dirname(path), name)));
  expect(missing).toEqual([]);
});

const folder = 'docs/decisions';
const records = readdirSync(join(root, folder)).filter((name) => /^\d/.test(name));

test('each decision has a title, a date and a status, and stands so in the index', () => {
  const index = textOf(`${folder}/README.md`);
  for (const name of records) {
    const number = name.slice(0, 3);
    const [title, , line = ''] = textOf(`${folder}/${name}`).split('\n');
    expect(title).toMatch(new RegExp(`^# ${number}: \\S`));
    expect([name, line]).toEqual([
      name,
      expect.stringMatching(/^\d{4}-\d\d-\d\d · (accepted|superseded by \[\d{3}\])/),
    ]);
    const [date, status] = line.split(' · ');
    const row = index.split('\n').find((one) => one.startsWith(`| ${number} `));
    const cells = row?.split('|').map((cell) => cell.trim());
    expect(cells?.slice(1, 5)).toEqual([number, `[${title.slice(7)}](${name})`, date, status]);
  }
});
