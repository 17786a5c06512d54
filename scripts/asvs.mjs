import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';

// npm run asvs: writes docs/ASVS.md from docs/asvs.json and prints the totals by level. With --check it writes nothing and ends
// with 1 where the page is not up to date or the data are at fault.

const read = (path) => readFileSync(join(root, path), 'utf8');
const decision = 'docs/decisions/050-asvs-deviations.md';
export const verdicts = ['met', 'not applicable', 'deviation', 'open'];
const mostDeviations = 6;

/**
 * Every section of ASVS 5.0.0 with the levels of its requirements in order: V1.1.1 and V1.1.2 are of level 2. The standard counts 345
 * of them: 70 of level 1, 183 of level 2 and 92 of level 3.
 */
export const sections = {
  'V1.1': '22',
  'V1.2': '1111122223',
  'V1.3': '112222222223',
  'V1.4': '222',
  'V1.5': '123',
  'V2.1': '122',
  'V2.2': '112',
  'V2.3': '12223',
  'V2.4': '23',
  'V3.1': '3',
  'V3.2': '113',
  'V3.3': '12223',
  'V3.4': '11222233',
  'V3.5': '11122333',
  'V3.6': '3',
  'V3.7': '22333',
  'V4.1': '12233',
  'V4.2': '23333',
  'V4.3': '22',
  'V4.4': '1222',
  'V5.1': '2',
  'V5.2': '112333',
  'V5.3': '113',
  'V5.4': '222',
  'V6.1': '122',
  'V6.2': '111111112222',
  'V6.3': '11223333',
  'V6.4': '112233',
  'V6.5': '22222333',
  'V6.6': '2223',
  'V6.7': '33',
  'V6.8': '2222',
  'V7.1': '222',
  'V7.2': '1111',
  'V7.3': '22',
  'V7.4': '11222',
  'V7.5': '223',
  'V7.6': '22',
  'V8.1': '1233',
  'V8.2': '1123',
  'V8.3': '133',
  'V8.4': '23',
  'V9.1': '111',
  'V9.2': '1222',
  'V10.1': '22',
  'V10.2': '223',
  'V10.3': '22223',
  'V10.4': '1111122222233333',
  'V10.5': '22222',
  'V10.6': '22',
  'V10.7': '222',
  'V11.1': '2233',
  'V11.2': '22233',
  'V11.3': '11233',
  'V11.4': '1222',
  'V11.5': '23',
  'V11.6': '23',
  'V11.7': '33',
  'V12.1': '12233',
  'V12.2': '11',
  'V12.3': '22223',
  'V13.1': '2333',
  'V13.2': '222223',
  'V13.3': '2233',
  'V13.4': '1222233',
  'V14.1': '22',
  'V14.2': '12223333',
  'V14.3': '122',
  'V15.1': '12233',
  'V15.2': '12233',
  'V15.3': '1222222',
  'V15.4': '3333',
  'V16.1': '2',
  'V16.2': '22222',
  'V16.3': '2222',
  'V16.4': '222',
  'V16.5': '2223',
  'V17.1': '23',
  'V17.2': '22223333',
  'V17.3': '22',
};

/** The id of each requirement with its level. */
export const levels = Object.fromEntries(
  Object.entries(sections).flatMap(([section, of]) =>
    [...of].map((level, at) => [`${section}.${at + 1}`, Number(level)]),
  ),
);

/** What docs/asvs.json holds: chapters with their requirements. */
export const readAsvs = () => JSON.parse(read('docs/asvs.json'));

const proofs = () => new Set([...read('prove/proofs.ts').matchAll(/^ {2}'?([\w-]+)'?[:,]/gm)].map(([, name]) => name));
const title = /\b(?:test|it|describe)(?:\.\w+)*(?:\([^'"`]*?\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/gs;
const titles = new Map();

/** The titles of the tests of a file. Those of `test.each(…)('…')` are found by any quoted text that follows a bracket. */
function titlesOf(path) {
  if (!titles.has(path)) {
    const source = read(path);
    const found = [...source.matchAll(title)].map(([, , text]) => text);
    const ofEach = [...source.matchAll(/\)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/gs)].map(([, , text]) => text);
    titles.set(path, new Set([...found, ...ofEach]));
  }
  return titles.get(path);
}

/**
 * What is wrong with a piece of evidence, or undefined. It is `prove <name>`, a file, or `file > text`: the title of a test, a
 * heading of a document, else a text that stands in the file.
 */
export function faultOf(shown) {
  const [, proof] = /^prove ([\w-]+)$/.exec(shown) ?? [];
  if (proof !== undefined) return proofs().has(proof) ? undefined : `there is no proof ${proof}`;
  const [path, text] = shown.split(' > ');
  if (!existsSync(join(root, path))) return `there is no file ${path}`;
  if (text === undefined) return undefined;
  if (/\.(test|e2e)\.(ts|tsx|mjs)$/.test(path))
    return titlesOf(path).has(text) ? undefined : `${path} has no test “${text}”`;
  const source = read(path);
  const isThere = path.endsWith('.md')
    ? source.split('\n').some((line) => line.startsWith('#') && line.replace(/^#+ /, '') === text) ||
      source.includes(`**${text}`)
    : source.includes(text);
  return isThere ? undefined : `${path} does not have “${text}”`;
}

/** Everything that is wrong with the data, a sentence each. */
export function faultsOf({ chapters }) {
  const rows = chapters.flatMap(({ requirements }) => requirements);
  const faults = [];
  const ids = rows.map(({ id }) => id);
  for (const id of Object.keys(levels)) if (!ids.includes(id)) faults.push(`${id} is missing`);
  for (const [at, id] of ids.entries()) if (ids.indexOf(id) !== at) faults.push(`${id} stands twice`);
  const argued = existsSync(join(root, decision)) ? read(decision) : '';
  for (const { id, level, asks, verdict, shown = [], why } of rows) {
    if (levels[id] === undefined) faults.push(`${id} is no requirement of ASVS 5.0.0`);
    else if (levels[id] !== level) faults.push(`${id} is of level ${levels[id]}`);
    if (!verdicts.includes(verdict)) faults.push(`${id}: “${verdict}” is no verdict`);
    if (!asks) faults.push(`${id} does not say what it asks for`);
    if (verdict === 'met' && shown.length === 0) faults.push(`${id} is met, and nothing shows it`);
    if (verdict !== 'met' && !why) faults.push(`${id} does not say why`);
    if (verdict === 'deviation' && !argued.includes(`**${id}`)) faults.push(`${id} is not argued in ${decision}`);
    for (const one of shown) {
      const fault = faultOf(one);
      if (fault !== undefined) faults.push(`${id}: ${fault}`);
    }
  }
  const deviations = rows.filter(({ verdict }) => verdict === 'deviation');
  if (deviations.length > mostDeviations) faults.push(`there are ${deviations.length} deviations`);
  return faults;
}

/** How many requirements of each level have which verdict. */
export function totalsOf({ chapters }) {
  const totals = {};
  for (const { level, verdict } of chapters.flatMap(({ requirements }) => requirements)) {
    const of = (totals[level] ??= { met: 0, 'not applicable': 0, deviation: 0, open: 0, all: 0 });
    of[verdict] += 1;
    of.all += 1;
  }
  return totals;
}

const cell = (text) => text.replaceAll('|', String.raw`\|`).replaceAll('<', '&lt;');

/** The page docs/ASVS.md. */
export function pageOf(data) {
  const totals = Object.entries(totalsOf(data)).map(
    ([level, of]) => `| ${level} | ${of.met} | ${of['not applicable']} | ${of.deviation} | ${of.open} | ${of.all} |`,
  );
  const chapters = data.chapters.map(({ id, name, requirements }) => {
    const rows = requirements.map(({ id: of, level, asks, verdict, shown = [], why }) => {
      const reason = [why, shown.map((one) => `\`${one}\``).join('<br>')].filter(Boolean);
      return `| ${of} | ${level} | ${cell(asks)} | ${verdict} | ${reason.map((one) => one.replaceAll('|', String.raw`\|`)).join('<br>')} |`;
    });
    return `## ${id} ${name}\n\n| id | level | asks for | verdict | why, and what shows it |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return `# ASVS 5.0.0

Every requirement of the OWASP Application Security Verification Standard 5.0.0, in our own few words, and how this product stands to it.
\`met\` names the test, proof, document or file that shows it; \`prove <name>\` is \`npm run prove -- <name>\`, \`file > text\` a test of that title, a
section, or a text in the file. Deviations are argued in [decision 050](decisions/050-asvs-deviations.md). Whoever changes
the code changes [asvs.json](asvs.json) with it and runs \`npm run asvs\`, which writes this page; a test holds every name to what there is.

| level | met | not applicable | deviation | open | all |
| --- | --- | --- | --- | --- | --- |
${totals.join('\n')}

${chapters.join('\n')}`;
}

function main() {
  const data = readAsvs();
  const page = pageOf(data);
  const faults = faultsOf(data);
  if (!process.argv.includes('--check')) writeFileSync(join(root, 'docs/ASVS.md'), page);
  else if (read('docs/ASVS.md') !== page) faults.push('docs/ASVS.md is not up to date: npm run asvs');
  for (const fault of faults) console.error(fault);
  for (const [level, of] of Object.entries(totalsOf(data))) {
    console.log(
      `level ${level}: ${Object.entries(of)
        .map(([verdict, count]) => `${count} ${verdict}`)
        .join(', ')}`,
    );
  }
  if (faults.length > 0) process.exit(1);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
