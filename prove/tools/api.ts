import { crc32, deflateSync } from 'node:zlib';
import { pdf } from '../../apps/server/test/fixtures/report-files.ts';

export type Schema = Record<string, unknown>;

/** One operation of the API, from its OpenAPI description. */
export interface Operation {
  /** Method and path, with its parameters in braces. */
  name: string;
  method: string;
  path: string;
  /** Whether it requires a session. */
  guarded: boolean;
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[];
  /** The request body, if there is one: JSON or a form. */
  body: { type: string; schema: Schema } | undefined;
  /** Media types and schemas by status. */
  answers: Record<string, Record<string, Schema>>;
}

interface Description {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}
interface Described {
  security: unknown[];
  parameters: Operation['parameters'];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}

/** Every operation that a server describes at /openapi.json. */
export async function operationsOf(server: string): Promise<Operation[]> {
  const { paths, components } = (await (await fetch(`${server}/openapi.json`)).json()) as Description;
  const resolved = (schema: Schema) => {
    const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(String(schema.$ref)) ?? [];
    return name === undefined ? schema : (components.schemas[name] as Schema);
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security, parameters, requestBody, responses }]) => {
      const [body] = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => ({ type, schema }));
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        guarded: security.length > 0,
        parameters,
        body,
        answers: Object.fromEntries(
          Object.entries(responses).map(([status, { content }]) => [
            status,
            Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, resolved(schema)])),
          ]),
        ),
      };
    }),
  );
}

/** The input of a call: the values of its parameters, and its body. */
export interface Input {
  path: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
  /** Sent instead of the body, as it is. */
  raw?: string;
}

/** Makes a call, signed in if a token is given; the file of a form is a small PDF. */
export async function send(server: string, operation: Operation, input: Input, token?: string) {
  const { method, path, body } = operation;
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((input.path[name] ?? '1').toWellFormed()),
  );
  const search = new URLSearchParams(input.query).toString();
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...input.headers,
  };
  const payload = input.raw ?? payloadOf(body, input.body);
  if (typeof payload === 'string') headers['content-type'] ??= 'application/json';
  return await fetch(`${server}${address}${search === '' ? '' : `?${search}`}`, {
    method,
    headers,
    redirect: 'manual',
    ...(method === 'GET' || payload === undefined ? {} : { body: payload }),
  });
}

function payloadOf(declared: Operation['body'], body: unknown) {
  if (declared?.type !== 'multipart/form-data') return body === undefined ? undefined : JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value));
  const file = fileOf(declared.schema);
  const isPhoto = file === 'photo';
  const data = isPhoto ? picture : pdf();
  const type = isPhoto ? 'image/png' : 'application/pdf';
  if (!form.has(file)) form.append(file, new Blob([data], { type }), isPhoto ? 'photo.png' : 'report.pdf');
  return form;
}

/** A chunk of a PNG. */
function chunk(type: string, data: Buffer) {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A black square. */
const picture = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  chunk('IHDR', Buffer.from([0, 0, 1, 0, 0, 0, 1, 0, 8, 0, 0, 0, 0])),
  chunk('IDAT', deflateSync(Buffer.alloc(256 * 257))),
  chunk('IEND', Buffer.alloc(0)),
]);

/** The name of a form's file field. */
export function fileOf({ properties = {} }: { properties?: Record<string, Schema> }) {
  return Object.keys(properties).find((name) => properties[name]?.format === 'binary') as string;
}

/** A position in a call that accepts text. */
export interface Field {
  operation: Operation;
  name: string;
  /** Whether it is part of the URL, whose length has its own limit. */
  inAddress: boolean;
  /** The maximum length, if it is declared. */
  longest?: number | undefined;
  /** The same call with another text at this position. */
  with(input: Input, text: string): Input;
}

/** Every position of every call that accepts text: parameters, and body fields at any depth. */
export function textFieldsOf(operations: readonly Operation[]): Field[] {
  return operations.flatMap((operation) => {
    const parameters = operation.parameters
      .filter((one) => one.in !== 'header')
      .map(({ name, in: place, schema }): Field => {
        const part = place === 'path' ? 'path' : 'query';
        return {
          operation,
          name,
          inAddress: true,
          longest: longestOf(schema),
          with: (input, text) => ({ ...input, [part]: { ...input[part], [name]: text } }),
        };
      });
    const fields = textPathsOf(operation.body?.schema).map(({ path, longest }): Field => ({
      operation,
      name: path.join('.'),
      inAddress: false,
      longest,
      with: (input, text) => ({ ...input, body: replaced(input.body, path, text) }),
    }));
    return [...parameters, ...fields];
  });
}

type Path = (string | number)[];

/** Where the values of a schema may contain text, and its maximum length; including numbers, which are accepted as text. */
function textPathsOf(schema: Schema | undefined, at: Path = []): { path: Path; longest: number | undefined }[] {
  if (schema === undefined || schema.format === 'binary') return [];
  const {
    anyOf = [],
    properties = {},
    items,
  } = schema as {
    anyOf?: Schema[];
    properties?: Record<string, Schema>;
    items?: Schema;
  };
  const within = [
    ...anyOf.flatMap((one) => textPathsOf(one, at)),
    ...Object.entries(properties).flatMap(([name, one]) => textPathsOf(one, [...at, name])),
    ...textPathsOf(items, [...at, 0]),
  ];
  const own = schema.type === 'string' ? [{ path: at, longest: longestOf(schema) }] : [];
  const seen = new Set<string>();
  return [...own, ...within].filter(({ path }) => !seen.has(path.join('.')) && seen.add(path.join('.')));
}

const longestOf = ({ maxLength }: Schema) => (typeof maxLength === 'number' ? maxLength : undefined);

function replaced(value: unknown, [head, ...rest]: Path, text: string): unknown {
  if (head === undefined) return text;
  const inner = replaced((value as Record<string, unknown> | undefined)?.[head], rest, text);
  if (typeof head === 'number') return [inner];
  return { ...(typeof value === 'object' ? value : {}), [head]: inner };
}
