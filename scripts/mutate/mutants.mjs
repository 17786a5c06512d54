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
  const lineAt = (at) => source.slice(0, at).split('\n').length;
  const add = (kind, { start, end }, by) => found.push({ kind, start, end, by, line: lineAt(start) });
  visit(parseAst(source, { lang: 'ts' }), add, source);
  // A condition that is `true` already is no mutant.
  return found
    .filter(({ start, end, by }) => source.slice(start, end) !== by)
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** The source with one of its mutants. */
export const withMutant = (source, { start, end, by }) => source.slice(0, start) + by + source.slice(end);

function visit(node, add, source) {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, add, source);
    return;
  }
  if (typeof node?.type !== 'string' || skipped.test(node.type) || isConst(node)) return;
  mutate[node.type]?.(node, add, source);
  for (const [name, child] of Object.entries(node)) {
    // The key of a property is a name, and a tag reads its text as it likes.
    if ((name === 'key' && !node.computed) || name === 'quasi' || name === 'directive') continue;
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
  const { left, right, operator: from } = node;
  const to = operators[from];
  if (to === undefined || (from === '+' && (isText(left) || isText(right)))) return;
  const at = source.indexOf(from, left.end);
  add('operator', { start: at, end: at + from.length }, to);
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
  UnaryExpression({ operator: sign, argument, start }, add) {
    if (sign === '!') add('negation', { start, end: argument.start }, '');
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
