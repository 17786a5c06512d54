import fc from 'fast-check';
import { fileOf, type Input, type Operation, type Schema } from './api.ts';
import { password } from './two-servers.ts';

// The inputs of calls, by the schemas of the API's description: valid, or with something broken in them.

const soon = fc.integer({ min: 1, max: 2000 }).map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());
const moment = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString());
const word = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' });

/** Values that a schema cannot express, by field name, so that some calls succeed. */
const plausible: Record<string, fc.Arbitrary<unknown>> = {
  username: fc.uuid(),
  email: fc.constant('prove@example.org'),
  phone: fc.constant('+91 80 0000 0000'),
  password: fc.constant(password),
  new_password: fc.constant(password),
  appointment_datetime: soon,
  time_zone: fc.constantFrom('Asia/Kolkata', 'Europe/London', 'Mars/Olympus'),
  cursor: word,
  limit: fc.integer({ min: 1, max: 200 }),
  speciality: fc.array(fc.integer({ min: 1, max: 24 }), { minLength: 1, maxLength: 3 }),
};

const lowId = fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 60 }) }, fc.integer());

/** Values of a schema; numbers as numbers or as text. */
function valuesOf(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const known = plausible[name];
  if (known !== undefined) return known;
  const { anyOf, type, format, pattern, properties, required = [], items } = schema as Known;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  if (anyOf !== undefined) return fc.oneof(...anyOf.map((one) => valuesOf(one)));
  if (type === 'integer' || type === 'number') return lowId;
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'array') return fc.array(valuesOf(items ?? {}), { maxLength: 4 });
  if (type === 'object') return objectsOf(properties ?? {}, required);
  if (type !== 'string') return fc.jsonValue();
  if (format === 'date-time') return moment;
  if (pattern !== undefined && /\\d/.test(pattern)) return lowId.map(String);
  return word;
}

interface Known {
  anyOf?: Schema[];
  type?: string;
  format?: string;
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

function objectsOf(properties: Record<string, Schema>, required: string[]): fc.Arbitrary<Record<string, unknown>> {
  const members = Object.entries(properties).filter(([, schema]) => schema.format !== 'binary');
  const values = Object.fromEntries(members.map(([name, schema]) => [name, valuesOf(schema, name)]));
  return fc.record(values, { requiredKeys: required.filter((name) => Object.hasOwn(values, name)) });
}

/** Valid calls according to the description. */
export function wholeInputs({ parameters, body }: Operation): fc.Arbitrary<Input> {
  const placed = (place: string) => {
    const some = parameters.filter((one) => one.in === place);
    const properties = Object.fromEntries(some.map(({ name, schema }) => [name, schema]));
    const required = some.filter((one) => one.required).map(({ name }) => name);
    return objectsOf(properties, required).map(asText);
  };
  return fc.record({
    path: placed('path'),
    query: placed('query'),
    headers: fc.constant({}),
    body: body === undefined ? fc.constant(undefined) : valuesOf(body.schema),
  });
}

const asText = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

const oddities: unknown[] = [
  null,
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202egnp.exe',
  'null',
  '0',
  '-1',
  '2147483648',
  '99999999999999999999',
  '1e400',
  "'; select pg_sleep(1) --",
  '../../etc/passwd',
  '%00',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'a'.repeat(5000),
  '𝒜'.repeat(300),
  0,
  -1,
  0.5,
  2 ** 31,
  true,
  [],
  {},
  [[]],
  [null],
  { $gt: '' },
  { toString: 1 },
];
const odd = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...oddities) }, fc.jsonValue(), fc.string());
const oddText = odd.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed());

/** Calls with something that the description does not allow or mention. */
export function brokenInputs(operation: Operation): fc.Arbitrary<Input> {
  const { parameters, body } = operation;
  const nameOf = (place: string) =>
    fc.constantFrom(...parameters.filter((one) => one.in === place).map((one) => one.name));
  const has = (place: string) => parameters.some((one) => one.in === place);
  const breaks: fc.Arbitrary<(input: Input) => Input>[] = [
    oddText.map((value) => (input) => ({ ...input, query: { ...input.query, unknown: value } })),
    fc.constantFrom('not-a-key', 'a b', 'k'.repeat(300), '\u007f').map((key) => (input) => ({
      ...input,
      headers: { 'idempotency-key': encodeURI(key) },
    })),
  ];
  if (has('path')) {
    const value = oddText.filter((text) => text !== '' && text !== '.' && text !== '..' && text.length < 500);
    breaks.push(fc.tuple(nameOf('path'), value).map(([name, text]) => put('path', name, text)));
  }
  if (has('query')) breaks.push(fc.tuple(nameOf('query'), oddText).map(([name, text]) => put('query', name, text)));
  if (body?.type === 'application/json') {
    const names = fc.constantFrom(
      ...Object.keys((body.schema as Known).properties ?? { a: 1 }),
      'unknown',
      'id',
      'user_id',
    );
    breaks.push(
      fc.tuple(names, odd).map(([name, value]) => (input) => ({
        ...input,
        body: { ...(input.body as object), [name]: value },
      })),
      fc.jsonValue().map((value) => (input) => ({ ...input, body: value })),
      fc
        .constantFrom('', '{', '[]', 'null', '"a"', '{"a":1,"a":2}', '\u0000', '1e999')
        .map((raw) => (input) => ({ ...input, raw })),
      fc
        .constantFrom('text/plain', 'application/xml', 'application/json; charset=latin1', 'x', 'multipart/form-data')
        .map((type) => (input) => ({ ...input, headers: { 'content-type': type } })),
    );
  }
  if (body?.type === 'multipart/form-data') {
    const file = fileOf(body.schema);
    breaks.push(
      fc.tuple(fc.constantFrom(file, 'unknown', 'title'), oddText).map(([name, text]) => (input) => ({
        ...input,
        body: { ...(input.body as object), [name]: text },
      })),
      fc.constant((input) => ({ ...input, raw: '{}' })),
    );
  }
  return fc.tuple(wholeInputs(operation), fc.oneof(...breaks)).map(([input, spoil]) => spoil(input));
}

const put = (place: 'path' | 'query', name: string, text: string) => (input: Input) => ({
  ...input,
  [place]: { ...input[place], [name]: text },
});
