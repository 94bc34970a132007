/** Generates OpenAPI 3.1 from the contract. */
import { z } from 'zod';
import { pathParameters, type Contract, type Endpoint } from '@bobina/contract/core/endpoint.ts';
import { ERROR_MEANINGS } from '@bobina/contract/core/error-meanings.ts';
import { ERRORS, type ErrorCode } from '@bobina/contract/core/errors.ts';
import { isClosedToServiceTokens } from './service-tokens.ts';
import { Warnings } from './warnings.ts';

type Json = Record<string, unknown>;

/** A recorded request and its answer. */
export interface ApiExample {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
  /** The name of the file that an upload sends as a form. */
  file?: string;
  status: number;
  /** The headers of an answer without text: the name of a file, or the address of a redirect. */
  headers?: Record<string, string>;
  /** Absent for an answer without a body or with a binary one. The text of the file for XML. */
  answer?: unknown;
}

/** Bodies that a call with `uploads` accepts besides JSON. */
const UPLOADS: Json = {
  'multipart/form-data': {
    schema: { type: 'object', properties: { files: { type: 'array', items: { type: 'string', format: 'binary' } } } },
  },
  'application/xml': { schema: { type: 'string', format: 'binary' } },
};

const Problem = z
  .object({
    code: z.enum(Object.keys(ERRORS) as [string, ...string[]]),
    message: z.string(),
    error: z.string(),
    fields: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).optional(),
    request_id: z.string().optional(),
    current: z.unknown().optional().describe('STALE_VERSION: the entity as it is now'),
    available: z.number().optional().describe('INSUFFICIENT_STOCK: the available quantity'),
    missing: z
      .array(z.object({ field: z.string(), message: z.string(), path: z.string().nullable() }))
      .optional()
      .describe('INCOMPLETE_DOCUMENT: the missing data, and the screens that edit them'),
    used_by: z
      .array(z.object({ kind: z.string(), id: z.int(), label: z.string(), path: z.string().nullable() }))
      .optional()
      .describe('IN_USE: up to five documents that use the row, and the screens that show them'),
  })
  .meta({ id: 'Problem' });

/** Builds the OpenAPI document of the contract. @param examples recorded calls by operation id */
export function openApi(
  contract: Record<string, Contract>,
  info: { title: string; version: string; description: string },
  examples: Record<string, ApiExample> = {},
): Json {
  const schemas: Json = {};
  // Most errors and queries share a few schemas, and converting a schema is the expensive step: the results are cached.
  const converted = { input: new Map<z.ZodType, Json>(), output: new Map<z.ZodType, Json>() };
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const known = converted[io].get(schema) ?? convert(schema, io);
    converted[io].set(schema, known);
    return known;
  };
  const convert = (schema: z.ZodType, io: 'input' | 'output') => {
    const { $defs = {}, properties } = z.toJSONSchema(z.object({ it: schema }), {
      io,
      unrepresentable: 'any',
      target: 'draft-2020-12',
    }) as {
      $defs?: Json;
      properties: Json;
    };
    for (const [name, { id: _id, ...definition }] of Object.entries($defs as Record<string, Json>))
      schemas[name] ??= definition;
    return properties.it as Json;
  };
  const content = (schema: unknown, type = 'application/json') => ({ content: { [type]: { schema } } });

  const withExample = (of: { content?: Json }, value: unknown) => {
    const [type, schema] = Object.entries(of.content ?? {})[0] ?? [];
    if (type === undefined || value === undefined) return of;
    const kind =
      typeof value === 'string' ? (Object.keys(of.content!).find((one) => one.endsWith('xml')) ?? type) : type;
    return {
      ...of,
      content: { ...of.content, [kind]: { ...((of.content![kind] ?? schema) as Json), example: value } },
    };
  };
  const parametersOf = (row: Endpoint, { path, query: sent }: Partial<ApiExample> = {}) => {
    const query = row.query ? (schemaOf(row.query, 'input') as { properties?: Json; $ref?: string }) : undefined;
    return [
      ...pathParameters(row.path).map(({ name, kind }) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: kind === 'row' ? 'integer' : 'string' },
        ...(path?.[name] !== undefined && { example: path[name] }),
      })),
      ...Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
        name,
        in: 'query',
        required: false,
        schema,
        ...(sent?.[name] !== undefined && { example: sent[name] }),
      })),
      ...(row.method === 'PUT'
        ? [
            {
              name: 'If-Match',
              in: 'header',
              required: false,
              schema: { type: 'string' },
              description: 'The version that was read',
            },
          ]
        : []),
      ...(row.idempotent
        ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } }]
        : []),
    ];
  };
  const filesOf = (row: Endpoint): Json =>
    Object.fromEntries((row.files ?? []).map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
  const replyOf = (row: Endpoint) => {
    if (row.path === '/events') return content(schemaOf(row.reply, 'output'), 'text/event-stream');
    if (row.files)
      return {
        content: {
          ...(row.reply instanceof z.ZodVoid ? {} : content(schemaOf(row.reply, 'output')).content),
          ...filesOf(row),
        },
      };
    if (row.reply instanceof z.ZodVoid) return {};
    const answer = schemaOf(row.reply, 'output');
    if (row.kind !== 'act' && row.kind !== 'upload') return content(answer);
    return content({ allOf: [answer, { type: 'object', properties: { warnings: schemaOf(Warnings, 'output') } }] });
  };
  const problemsOf = (row: Endpoint) => {
    const byStatus = Map.groupBy(documentedErrors(row), (code) => ERRORS[code]);
    return Object.fromEntries(
      [...byStatus].map(([status, codes]) => [
        status,
        {
          description: codes.map((code) => `\`${code}\`: ${row.refusals[code] ?? ERROR_MEANINGS[code]}`).join('\n\n'),
          ...content(schemaOf(Problem, 'output')),
        },
      ]),
    );
  };

  const paths: Record<string, Json> = {};
  for (const [module, rows] of Object.entries(contract)) {
    for (const [name, row] of Object.entries(rows)) {
      const example = examples[`${module}.${name}`];
      (paths[`/api${row.path.replaceAll(':text', '')}`] ??= {})[row.method.toLowerCase()] = {
        operationId: `${module}.${name}`,
        tags: [module],
        summary: row.summary,
        description: row.description,
        ...(row.needs === 'public' ? { security: [] } : { 'x-needs': row.needs }),
        parameters: parametersOf(row, example),
        ...(row.kind === 'upload' && { requestBody: oneFile(example?.file) }),
        ...(row.body && {
          requestBody: {
            required: true,
            ...withExample(
              { content: { ...content(schemaOf(row.body, 'input')).content, ...(row.uploads && UPLOADS) } },
              example?.body,
            ),
          },
        }),
        responses: {
          [row.status]: {
            description: 'Done',
            ...withExample(replyOf(row), example?.answer),
            ...headersOf(row, example?.headers),
          },
          ...problemsOf(row),
        },
      };
    }
  }
  const document = {
    openapi: '3.1.1',
    info,
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, schemas },
  };
  return JSON.parse(JSON.stringify(document).replaceAll('#/$defs/', '#/components/schemas/')) as Json;
}

/** The error codes that the reference explains for a call: its own, and those that follow from its properties. */
export function documentedErrors(row: Endpoint): Set<ErrorCode> {
  return new Set([...commonErrors(row), ...row.errors]);
}

/** The body of a call that takes a file. */
function oneFile(file: string | undefined): Json {
  const schema = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } };
  return { required: true, content: { 'multipart/form-data': { schema, ...(file && { example: { file } }) } } };
}

/** The headers of an answer: the number of rows of a list, the name of a file, the address of a redirect. */
function headersOf(row: Endpoint, recorded: Record<string, string> = {}): Json {
  const headers: Json = {};
  const add = (name: string, type: string, description: string) => {
    const example = recorded[name.toLowerCase()];
    headers[name] = { schema: { type }, description, ...(example !== undefined && { example }) };
  };
  if (row.paged) add('X-Total-Count', 'integer', 'Total number of rows');
  if (row.files) add('Content-Disposition', 'string', 'The name of the file');
  if (row.status === 302) add('Location', 'string', 'The address of the redirect');
  return Object.keys(headers).length > 0 ? { headers } : {};
}

/** Errors that a call can answer besides its own, derived from its properties. */
function commonErrors(row: Endpoint): ErrorCode[] {
  return [
    ...(row.query || row.body ? (['VALIDATION'] as const) : []),
    ...(row.kind === 'upload' ? (['VALIDATION', 'TOO_LARGE', 'UNSUPPORTED_MEDIA'] as const) : []),
    ...(row.body ? (['INVALID_JSON', 'TOO_LARGE', 'UNSUPPORTED_MEDIA'] as const) : []),
    ...(row.needs === 'public' ? [] : (['UNAUTHENTICATED', 'USER_INACTIVE', 'TOO_MANY_REQUESTS'] as const)),
    ...(row.needs === 'public' || row.path.startsWith('/auth/')
      ? []
      : (['PASSWORD_CHANGE_REQUIRED', 'SECOND_FACTOR_REQUIRED'] as const)),
    ...(row.needs === 'public' || (row.needs === 'signed-in' && !isClosedToServiceTokens(row.path))
      ? []
      : (['FORBIDDEN'] as const)),
    ...(pathParameters(row.path).length > 0 ? (['NOT_FOUND'] as const) : []),
    ...(row.idempotent ? (['IDEMPOTENCY_KEY_REUSED'] as const) : []),
    'UNAVAILABLE',
  ];
}
