import { globSync, readFileSync } from 'node:fs';
import { parseSync, type TsType } from '@swc/core';

// What the sources of the server say in SQL: which tables a statement names, and what types its rows are said to have.

const root = new URL('../../src/', import.meta.url);

/** A piece of SQL in a source, with `$` for what is put into it. */
interface Statement {
  file: string;
  text: string;
  /** The same, with the fragments in it that have a name. */
  whole: string;
  /** The members of a row that are written out by hand, in the statement or in a type of the same file. */
  members: [name: string, type: string][];
}

/** The columns of each table with their types as they are read, from platform/db/schema.ts. */
export function readSchema(): Map<string, Map<string, string>> {
  const text = readFileSync(new URL('platform/db/schema.ts', root), 'utf8');
  const [, all = ''] = text.split('export interface Database {');
  return new Map(
    [...all.matchAll(/^ {2}(\w+): (\w+);$/gm)].map(([, table = '', name]) => {
      const [, body = ''] = new RegExp(`export interface ${name} \\{\\n([^}]*)\\}`).exec(text) ?? [];
      const columns = [...body.matchAll(/^ {2}(\w+): (?:Generated(?:Always)?<(.*)>|(.*));$/gm)];
      return [table, new Map(columns.map(([, column = '', given, plain = '']) => [column, sorted(given ?? plain)]))];
    }),
  );
}

const sorted = (type: string) => type.split(' | ').toSorted().join(' | ');

/** All pieces of SQL of the server's sources; a string may be one, too. */
export function readStatements(): Statement[] {
  const files = globSync('**/*.ts', { cwd: root.pathname }).filter(
    (file) => !file.endsWith('.test.ts') && file !== 'platform/db/schema.ts',
  );
  const sources = files.map((file) => {
    const module = parseSync(readFileSync(new URL(file, root), 'utf8'), { syntax: 'typescript' }) as unknown as Node;
    return { file, module, declared: declaredIn(module) };
  });
  const exported = new Map(sources.flatMap(({ declared }) => [...declared.exported]));
  return sources.flatMap(({ file, module, declared }) => {
    return statementsOf(file, module, { ...declared, fragments: new Map([...exported, ...declared.fragments]) });
  });
}

/** The statements of one source that stands alone. */
export function statementsIn(source: string): Statement[] {
  const module = parseSync(source, { syntax: 'typescript' }) as unknown as Node;
  return statementsOf('', module, declaredIn(module));
}

type Node = Record<string, unknown> & { type?: string };
type Named = Map<string, Node>;

function declaredIn(module: Node) {
  const [fragments, exported, types]: [Named, Named, Named] = [new Map(), new Map(), new Map()];
  walk(module, (node) => {
    const { type } = node;
    if (type === 'TsInterfaceDeclaration' || type === 'TsTypeAliasDeclaration') types.set(nameOf(node.id), node);
    if (type === 'VariableDeclarator') fragments.set(nameOf(node.id), node.init as Node);
    if (type !== 'ExportDeclaration') return;
    const { declarations = [] } = node.declaration as { declarations?: Node[] };
    for (const one of declarations) exported.set(nameOf(one.id), one.init as Node);
  });
  return { fragments, exported, types };
}

function statementsOf(file: string, module: Node, { fragments, types }: { fragments: Named; types: Named }) {
  const statements: Statement[] = [];
  const say = (text: string) => statements.push({ file, text, whole: text, members: [] });
  walk(module, (node) => {
    if (node.type === 'StringLiteral') say(node.value as string);
    if (node.type === 'TemplateLiteral') say(textOf(node));
    if (node.type === 'CallExpression') for (const table of tablesBuiltOn(node)) say(`from ${table}`);
    if (node.type !== 'TaggedTemplateExpression' || nameOf(node.tag) !== 'sql') return;
    const [row] = ((node.typeParameters as Node | undefined)?.params ?? []) as Node[];
    if (row === undefined) return;
    const members = membersOf(row, types).map(([name, type]): [string, string] => [name, writtenAs(type)]);
    const template = node.template as Node;
    statements.push({ file, text: textOf(template), whole: textOf(template, fragments), members });
  });
  return statements;
}

/** The table in `.selectFrom('table as t')` and its like. */
function tablesBuiltOn({ callee, arguments: given }: Node): string[] {
  const [first] = given as { expression: Node }[];
  if (first?.expression.type !== 'StringLiteral') return [];
  const builds = /^(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|using|table|\w*Join)$/;
  return builds.test(nameOf((callee as { property?: unknown }).property)) ? [first.expression.value as string] : [];
}

function walk(node: unknown, visit: (node: Node) => void) {
  if (Array.isArray(node)) for (const one of node) walk(one, visit);
  if (Array.isArray(node) || node === null || typeof node !== 'object') return;
  visit(node as Node);
  for (const value of Object.values(node)) walk(value, visit);
}

const nameOf = (node: unknown) => (node as { value?: string } | undefined)?.value ?? '';

/** A template as one text; with fragments, those stand in it in full. */
function textOf(template: Node, fragments?: Named, depth = 3): string {
  const expressions = (template.expressions ?? []) as Node[];
  const parts = (template.quasis as { cooked?: string; raw: string }[]).map(({ cooked, raw }, at) => {
    const fragment = depth > 0 ? fragmentIn(expressions[at], fragments) : undefined;
    return (cooked ?? raw) + (fragment === undefined ? ' $ ' : textOf(fragment, fragments, depth - 1));
  });
  return parts.join('');
}

/** The template behind `name` or `name(…)`. */
function fragmentIn(expression: Node | undefined, fragments: Named | undefined): Node | undefined {
  const called = expression?.type === 'CallExpression';
  const named = fragments?.get(nameOf(called ? expression.callee : expression));
  const fragment = called ? (named?.body as Node | undefined) : named;
  return fragment?.type === 'TaggedTemplateExpression' ? (fragment.template as Node) : undefined;
}

/** The members that a type writes out, with those of the types of its file that it names. */
function membersOf(type: Node, types: Named, seen = new Set<string>()): [string, TsType][] {
  if (type.type === 'TsPropertySignature') {
    return [[nameOf(type.key), (type.typeAnnotation as { typeAnnotation: TsType }).typeAnnotation]];
  }
  const name = type.type === 'TsTypeReference' ? nameOf(type.typeName) : '';
  const declared = types.get(name);
  if (declared !== undefined && !seen.has(name)) {
    const { body, typeAnnotation } = declared as Record<string, Node>;
    const bases = ((declared.extends ?? []) as Node[]).map(({ expression }) => ({
      type: 'TsTypeReference',
      typeName: expression,
    }));
    const parts = [body ?? typeAnnotation, ...bases].filter((part) => part !== undefined);
    return parts.flatMap((part) => membersOf(part, types, new Set([...seen, name])));
  }
  const inner = (type.members ?? type.body ?? type.types ?? []) as Node[];
  return (Array.isArray(inner) ? inner : [inner]).flatMap((one) => membersOf(one, types, seen));
}

/** A simple type as schema.ts writes it; anything else is not compared. */
function writtenAs(type: TsType): string {
  if (type.type === 'TsKeywordType') return type.kind;
  if (type.type === 'TsArrayType') return `${writtenAs(type.elemType)}[]`;
  if (type.type === 'TsLiteralType' && type.literal.type === 'StringLiteral') return `'${type.literal.value}'`;
  if (type.type === 'TsTypeReference' && type.typeName.type === 'Identifier') return type.typeName.value;
  if (type.type === 'TsUnionType') return type.types.map(writtenAs).toSorted().join(' | ');
  return type.type;
}

/** The tables that a piece of SQL names. */
export function tablesIn(text: string, schema: ReadonlyMap<string, unknown>): string[] {
  const sql = text
    .replaceAll(/--.*$/gm, ' ')
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/\bfor (no key )?update\b|\bdistinct from\b|\bdo update\b/gi, ' ');
  const said = sql.matchAll(
    /\b(?:from|join|into|update|using|truncate|table)\s+((?:only\s+)?\w+(?:(?:\s+as)?\s+\w+)?(?:\s*,\s*\w+(?:\s+\w+)?)*)/gi,
  );
  const lists = [...said].flatMap(([, list = '']) => list.split(','));
  // A fragment may begin with the table: `appointments a join …`.
  const [, first = ''] = /^\s*(\w+)(?:\s+\w{1,2})?\s*(?:$|(?:left |cross )?join\b)/.exec(sql) ?? [];
  const names = [...lists, ...(/\s/.test(sql.trim()) ? [first] : [])].map(
    (one) =>
      one
        .trim()
        .replace(/^only\s+/i, '')
        .split(/\s/)[0] ?? '',
  );
  return [...new Set(names)].filter((name) => schema.has(name));
}

/** The members of a statement's rows that say again what the schema says of a column of one of its tables. */
export function restated({ whole, members }: Statement, schema: ReadonlyMap<string, ReadonlyMap<string, string>>) {
  const tables = tablesIn(whole, schema).map((table) => schema.get(table));
  return members.filter(([name, type]) => {
    const column = columnAs(whole, name);
    return column !== undefined && tables.some((columns) => columns?.get(column) === type);
  });
}

/** The column that a statement gives under a name; undefined where it gives something computed. */
function columnAs(text: string, name: string): string | undefined {
  const renamed = new RegExp(
    `(?:,|\\bselect|\\breturning|\\bdistinct)\\s+(?:\\w+\\.)?(\\w+)\\s+as\\s+"?${name}\\b`,
    'i',
  );
  if (new RegExp(`\\bas\\s+"?${name}\\b`, 'i').test(text)) return renamed.exec(text)?.[1];
  return name;
}
