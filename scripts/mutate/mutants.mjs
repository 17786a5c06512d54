import { parseAst } from 'vitest/node';

/** What an operator is changed into. */
const operators = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};
// Their children are types, or names of modules: the compiler judges those.
const skipped = /^(TS(?!AsExpression|SatisfiesExpression|NonNullExpression)|Import|ExportAll)/;

/**
 * The small faults that can be made in a source, one at a time: each has its place and what stands there instead. What a
 * compiler or the database would refuse is left alone: types, words of `as const`, statements of SQL.
 * @returns {{ start: number, end: number, line: number, by: string, kind: string }[]}
 */
export function mutantsOf(source) {
  const found = [];
  const lineAt = (at) => source.slice(0, at).match(/\n/g)?.length ?? 0;
  const add = (kind, { start, end }, by) => found.push({ kind, start, end, by, line: lineAt(start) + 1 });
  visit(parseAst(source, { lang: 'ts' }), add, source);
  // A condition that is `true` already is no mutant.
  return found
    .filter(({ start, end, by }) => source.slice(start, end) !== by)
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** The source with one of its mutants. */
export const withMutant = (source, { start, end, by }) => source.slice(0, start) + by + source.slice(end);

/**
 * The source with several of its mutants, each behind a question for its number: `isMutant(7)` says whether that one is the
 * active one. So a text is compiled once, and which fault is in it is decided while it runs.
 * @param {{ start: number, end: number, by: string, kind: string, number: number }[]} mutants
 */
export function withSwitches(source, mutants) {
  // The widest first: what stands inside of it is changed with it.
  const sorted = mutants.toSorted((a, b) => a.start - b.start || b.end - a.end);
  return switched(source, 0, source.length, sorted);
}

function switched(source, from, to, mutants) {
  let text = '';
  let at = from;
  for (let first = 0, next; first < mutants.length; first = next) {
    const { start, end, kind } = mutants[first];
    next = mutants.findIndex((one, index) => index > first && one.start >= end);
    if (next === -1) next = mutants.length;
    const within = mutants.slice(first, next);
    const here = within.filter((one) => one.start === start && one.end === end);
    const inner = switched(source, start, end, within.slice(here.length));
    const isActive = ({ number }) => `globalThis.isMutant(${number})`;
    text += source.slice(at, start);
    text +=
      kind === 'statement'
        ? `{ if (!${isActive(here[0])}) ${inner} }`
        : here.reduceRight((otherwise, one) => `(${isActive(one)} ? (${one.by}) : (${otherwise}))`, inner);
    at = end;
  }
  return text + source.slice(at, to);
}

function visit(node, add, source) {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, add, source);
    return;
  }
  if (typeof node?.type !== 'string' || skipped.test(node.type) || isConst(node)) return;
  mutate[node.type]?.(node, add, source);
  for (const [name, child] of Object.entries(node)) {
    // The key of a property and the source of an export are names, and a tag reads its text as it likes.
    if ((name === 'key' && !node.computed) || /^(source|quasi|directive)$/.test(name)) continue;
    if (child !== null && typeof child === 'object') visit(child, add, source);
  }
}

const isConst = ({ type, typeAnnotation }) => type === 'TSAsExpression' && typeAnnotation.typeName?.name === 'const';
const isText = ({ type, value }) => type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string');

function condition({ test }, add) {
  if (test === null) return;
  add('condition', test, 'true');
  add('condition', test, 'false');
}

function operator(node, add, source) {
  const { left, right, start, end, operator: from } = node;
  const to = operators[from];
  if (to === undefined || (from === '+' && (isText(left) || isText(right)))) return;
  const at = source.indexOf(from, left.end);
  add('operator', node, source.slice(start, at) + to + source.slice(at + from.length, end));
}

const mutate = {
  IfStatement: condition,
  ConditionalExpression: condition,
  WhileStatement: condition,
  BinaryExpression: operator,
  LogicalExpression({ left, operator: from, start, end }, add, source) {
    const at = source.indexOf(from, left.end);
    const [before, after] = [source.slice(start, at).trim(), source.slice(at + from.length, end).trim()];
    // `&&` beside `??` is no syntax without brackets around each.
    add('operator', { start, end }, `((${before}) ${operators[from]} (${after}))`);
  },
  UnaryExpression({ operator: sign, start, end }, add, source) {
    if (sign === '!') add('negation', { start, end }, source.slice(start + 1, end));
  },
  Literal({ value, start, end }, add) {
    if (typeof value === 'boolean') add('literal', { start, end }, String(!value));
    if (typeof value === 'string' && value !== '') add('text', { start, end }, "''");
  },
  TemplateLiteral(node, add) {
    if (node.quasis.length > 1 || node.quasis[0].value.raw !== '') add('text', node, '``');
  },
  ReturnStatement({ argument }, add) {
    if (argument?.type === 'Literal' && typeof argument.value === 'number')
      add('literal', argument, String(argument.value + 1));
  },
  ArrayExpression(node, add) {
    if (node.elements.length > 0) add('list', node, '[]');
  },
  ExpressionStatement(node, add) {
    if (/^(Call|Await|Assignment|Update)Expression$/.test(node.expression.type)) add('statement', node, ';');
  },
};
