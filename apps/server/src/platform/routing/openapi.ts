import type { Endpoint } from '@carecommons/contract/endpoint';
import { errorCodes, type ErrorCode } from '@carecommons/contract/errors';
import * as z from 'zod/mini';

type JsonSchema = Record<string, unknown>;

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, {
    io,
    override({ zodSchema, jsonSchema }) {
      const { def } = zodSchema._zod;
      if (io === 'output' || def.type !== 'pipe' || def.out._zod.def.type !== 'number') return;
      // A number may also be sent as a string, but JSON Schema has no bounds for that: describe only the number.
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, schemaOf(def.out as z.ZodMiniType, 'output'));
    },
  });
  return plain;
}

/** The name of an operation in generated clients: `GET /providers/:provider_id/` is `getProvidersByProviderId`. */
function operationIdOf({ method, path }: Endpoint) {
  const words = path.replaceAll(/:(\w+)/g, 'by-$1').split(/\W|_/);
  const named = words.filter((word) => word !== '');
  return method.toLowerCase() + named.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** The names and schemas of an object's members, as parameters of a path or a query. */
function parametersOf(schema: z.ZodMiniType | undefined, location: 'path' | 'query') {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: JsonSchema;
    required?: string[];
  };
  return Object.entries(properties).map(([name, member]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: member,
  }));
}

/** Whether a call may carry an `Idempotency-Key`: every write of somebody who is signed in. */
const takesKey = ({ access, method }: Endpoint) => access !== 'anyone' && method !== 'GET';

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A string that you choose. The same call with the same key within 24 hours runs once and gets the same response.',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
};

/** Every error that an endpoint may return: its own, and those that follow from its access and its shape. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = [
    // An unknown field is an error, also for an endpoint that takes no fields.
    'invalid_input',
    'uri_too_long',
    ...(endpoint.method === 'GET' ? [] : (['too_large', 'unsupported_type'] as const)),
    ...(endpoint.access === 'anyone' ? [] : (['not_signed_in'] as const)),
    ...(typeof endpoint.access === 'object' ? (['not_allowed', 'second_factor_required'] as const) : []),
    ...(takesKey(endpoint) ? (['request_running', 'key_reused'] as const) : []),
    // A malformed path parameter names no object.
    ...(endpoint.path.includes(':') ? (['not_found'] as const) : []),
    ...(endpoint.errors ?? []),
    'too_many_requests',
    'internal_error',
    'busy',
  ];
  return [...new Set(codes)];
}

interface Answer {
  description: string;
  content: Record<string, { schema: JsonSchema }>;
}

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { required: true; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, Answer>;
}

const binary = { type: 'string', format: 'binary' };

/** What a success is: JSON, or a file. */
function answerOf({ files, reply }: Endpoint): Answer['content'] {
  if (files === undefined) return { 'application/json': { schema: schemaOf(reply, 'output') } };
  return Object.fromEntries(files.map((type) => [type, { schema: binary }]));
}

/** What is sent: nothing, JSON, or a form with a file. */
function bodyOf({ body, upload }: Endpoint): Pick<Operation, 'requestBody'> {
  if (body !== undefined) {
    return { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } } };
  }
  if (upload === undefined) return {};
  const { properties, required = [], ...texts } = schemaOf(upload.texts, 'input');
  const schema = {
    ...texts,
    properties: { [upload.file]: binary, ...(properties as object) },
    required: [upload.file, ...(required as string[])],
  };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
}

function responsesOf(endpoint: Endpoint): Record<string, Answer> {
  const pages = new Set<number>(endpoint.refusalPages);
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => errorCodes[code].status);
  return {
    [String(endpoint.status ?? 200)]: {
      description: 'Success.',
      content: answerOf(endpoint),
    },
    ...Object.fromEntries([...pages].map((status) => [String(status), { description: whyNot, content: page }])),
    ...Object.fromEntries(
      [...byStatus].map(([status, codes]) => [
        String(status),
        {
          description: [
            ...(pages.has(status) ? [whyNot] : []),
            ...codes.map((code) => `\`${code}\`: ${errorCodes[code].message}`),
          ].join(' '),
          content: {
            ...(pages.has(status) ? page : {}),
            'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
          },
        },
      ]),
    ),
  };
}

const whyNot = 'A page that explains the refusal.';
const page = { 'text/html': { schema: { type: 'string' } } };

/** The tag of an endpoint: the first word of its path. */
export function groupOf({ path }: Endpoint): string {
  return path.split('/').find((word) => word !== 'api' && word !== 'apis' && word !== '') ?? '';
}

/** The calls that anyone may make, as `GET /providers/`. */
export const anonymousCalls = (endpoints: readonly Endpoint[]) =>
  endpoints.filter(({ access }) => access === 'anyone').map(({ method, path }) => `${method} ${path}`);

/** The OpenAPI 3.1 description of the whole API at `origin`, made from the contract. */
export function openApiOf(endpoints: readonly Endpoint[], origin = '') {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = {
      operationId: operationIdOf(endpoint),
      summary: endpoint.summary,
      tags: [groupOf(endpoint)],
      security: endpoint.access === 'anyone' ? [] : [{ bearer: [] }],
      parameters: [
        ...parametersOf(endpoint.params, 'path'),
        ...parametersOf(endpoint.query, 'query'),
        ...(takesKey(endpoint) ? [idempotencyKey] : []),
      ],
      ...bodyOf(endpoint),
      responses: responsesOf(endpoint),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Carecommons',
      version: '1',
      description: [
        'Errors are `application/problem+json` (RFC 9457).',
        'Integers may also be sent as strings. These calls are public; all others require sign-in:',
        '',
        ...anonymousCalls(endpoints).map((call) => `- \`${call}\``),
      ].join('\n'),
    },
    servers: [{ url: `${origin}/` }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        Problem: {
          type: 'object',
          required: ['type', 'title', 'status', 'detail', 'code', 'message', 'errors'],
          properties: {
            type: { type: 'string' },
            title: { type: 'string' },
            status: { type: 'integer' },
            detail: { type: 'string' },
            code: { enum: Object.keys(errorCodes) },
            message: { type: 'string' },
            errors: {
              type: 'array',
              items: {
                type: 'object',
                required: ['field', 'message'],
                properties: { field: { type: 'string' }, message: { type: 'string' } },
              },
            },
            free_times: { type: 'array', items: { type: 'string' } },
            ticket: { type: 'string' },
            ways: {
              type: 'object',
              required: ['code', 'passkey'],
              properties: { code: { type: 'boolean' }, passkey: { type: ['object', 'null'] } },
            },
          },
        },
      },
    },
  };
}
