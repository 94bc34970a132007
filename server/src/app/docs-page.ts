/** The HTML page of the API reference: plain HTML generated from the OpenAPI document, without scripts or requests. */
import { CAPABILITIES, type Capability } from '@bobina/contract/core/permissions.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}
type Content = Record<string, { schema: Schema; example?: unknown }>;
interface Call {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  'x-needs'?: string;
  parameters: {
    name: string;
    in: string;
    required: boolean;
    schema: Schema;
    description?: string;
    example?: unknown;
  }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content; headers?: Record<string, { example?: string }> }>;
}
export interface ApiDocument {
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Call>>;
  components: { schemas: Record<string, Schema> };
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:64rem;margin:0 auto;padding:1rem}
code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}summary{cursor:pointer;padding:.3rem 0}details{border-top:1px solid #8884}
dl{margin:.5rem 0 1rem 1.2rem}dt{font-weight:600;margin-top:.5rem}dd{margin:0}table{border-collapse:collapse}th,td{text-align:left;vertical-align:top;font-weight:400;padding:.1rem .8rem .1rem 0}
b{display:inline-block;min-width:4.2rem}.get{color:#1c7c3c}.post{color:#1864ab}.put{color:#9c5700}.delete{color:#c92a2a}
@media (prefers-color-scheme:dark){.get{color:#69db7c}.post{color:#74c0fc}.put{color:#ffc078}.delete{color:#ff8787}}
pre{overflow-x:auto;padding:.6rem;background:#8881;font:.85em/1.4 ui-monospace,monospace}p{margin:.3rem 0 .3rem 1.2rem}nav a{margin-right:.8rem}small{opacity:.75}`;

/** Renders the OpenAPI document as one HTML page. */
export function docsPage({ info, paths, components }: ApiDocument): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ method, path, call })),
  );
  const modules = Object.entries(Object.groupBy(calls, ({ call }) => call.tags[0]!));
  const sections = modules.map(
    ([module, rows]) =>
      `<section id="${escape(module)}"><h2>${escape(module)}</h2>${rows!.map(({ method, path, call }) => callOf(method, path, call)).join('\n')}</section>`,
  );
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${escape(name)}"><summary>${escape(name)}</summary>${typeOf(schema)}</details>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(info.title)} API</title><style>${STYLE}</style></head>
<body><h1>${escape(info.title)} API <small>${escape(info.version)}</small></h1>
<p>${escape(info.description)}. Sign in at ${code('POST /api/auth/login')} and send the token as ${code('Authorization: Bearer …')}. The same as a document for machines: <a href="openapi.json">OpenAPI 3.1</a>.</p>
<nav>${modules.map(([module]) => `<a href="#${escape(module)}">${escape(module)}</a>`).join('')}<a href="#schemas">schemas</a></nav>
${sections.join('\n')}
<section id="schemas"><h2>Schemas</h2>${schemas.join('\n')}</section></body></html>`;
}

function escape(text: unknown): string {
  return String(text).replace(/[&<>"']/g, (char) => ENTITIES[char]!);
}

function code(text: unknown): string {
  return `<code>${escape(text)}</code>`;
}

/** Renders a sentence with code spans in backticks. */
function prose(text: string): string {
  return text
    .split('`')
    .map((part, at) => (at % 2 === 1 ? code(part) : escape(part)))
    .join('');
}

/** Whether a bound is worth showing: int32 limits are not. */
function isTelling(bound: number) {
  return Math.abs(bound) < 2_147_483_647;
}

function limits(schema: Schema): string[] {
  return [
    ...(schema.format ? [schema.format] : []),
    ...(schema.minimum !== undefined && isTelling(schema.minimum) ? [`≥ ${schema.minimum}`] : []),
    ...(schema.exclusiveMinimum !== undefined && isTelling(schema.exclusiveMinimum)
      ? [`> ${schema.exclusiveMinimum}`]
      : []),
    ...(schema.maximum !== undefined && isTelling(schema.maximum) ? [`≤ ${schema.maximum}`] : []),
    ...(schema.minLength !== undefined && schema.minLength > 1 ? [`at least ${schema.minLength} characters`] : []),
    ...(schema.maxLength !== undefined ? [`at most ${schema.maxLength} characters`] : []),
    ...(schema.minItems ? [`at least ${schema.minItems}`] : []),
    ...(schema.maxItems !== undefined ? [`at most ${schema.maxItems}`] : []),
  ];
}

function typeOf(schema: Schema): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!;
    return `<a href="#schema-${escape(name)}">${escape(name)}</a>`;
  }
  if (schema.allOf) return schema.allOf.map(typeOf).join(' and ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.enum) return schema.enum.map(code).join(' | ');
  if (schema.const !== undefined) return code(schema.const);
  if (schema.items)
    return `list of ${typeOf(schema.items)}${[...limits(schema)].map((limit) => `, ${escape(limit)}`).join('')}`;
  if (schema.properties) return fields(schema);
  const bounds = limits(schema).map(escape).join(', ');
  return `${escape([schema.type ?? 'anything'].flat().join(' or '))}${bounds ? ` <small>${bounds}</small>` : ''}`;
}

function fields({ properties = {}, required = [] }: Schema): string {
  return `<table><tbody>${Object.entries(properties)
    .map(
      ([name, schema]) =>
        `<tr><th scope="row">${code(name)}${required.includes(name) ? '' : ' <small>optional</small>'}</th><td>${typeOf(schema)}</td></tr>`,
    )
    .join('')}</tbody></table>`;
}

function contentOf(content: Content | undefined): string {
  return content
    ? Object.entries(content)
        .map(([type, { schema }]) => `${type === 'application/json' ? '' : `${code(type)} `}${typeOf(schema)}`)
        .join('')
    : 'no body';
}

function permissionOf(needs: string | undefined): string {
  if (needs === undefined) return 'anybody';
  if (needs === 'signed-in') return 'any signed-in user';
  return `${code(needs)}: ${CAPABILITIES[needs as Capability].map(escape).join(', ')}`;
}

/** Renders the recorded request and answer as HTTP messages. */
function exampleOf(method: string, path: string, call: Call): string {
  const sent = (place: string) =>
    call.parameters.filter((parameter) => parameter.in === place && parameter.example !== undefined);
  const url = sent('path').reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path);
  const query = new URLSearchParams(sent('query').map(({ name, example }) => [name, String(example)]));
  const body = Object.values(call.requestBody?.content ?? {})[0]?.example;
  const [status, done] = Object.entries(call.responses).find(([one]) => one < '400')!;
  const answer = Object.values(done.content ?? {}).find(({ example }) => example !== undefined)?.example;
  const headers = Object.entries(done.headers ?? {}).filter(([, { example }]) => example !== undefined);
  const request = `${method.toUpperCase()} ${url}${query.size > 0 ? `?${query}` : ''}`;
  const first = [status, ...headers.map(([name, { example }]) => `${name.toLowerCase()}: ${example}`)].join('\n');
  return `<dt>Example</dt><dd><pre>${messageOf(request, body)}</pre>
<pre>${messageOf(first, answer)}</pre></dd>`;
}

function messageOf(head: string, body: unknown): string {
  if (body === undefined) return escape(head);
  return escape(`${head}\n\n${typeof body === 'string' ? body : JSON.stringify(body, null, 2)}`);
}

function callOf(method: string, path: string, call: Call): string {
  const done = Object.entries(call.responses).filter(([status]) => status < '400');
  const errors = Object.entries(call.responses).filter(([status]) => status >= '400');
  const parameters = call.parameters.map(
    ({ name, in: place, required, schema, description }) =>
      `<tr><th scope="row">${code(name)} <small>${escape(place)}${required ? '' : ', optional'}</small></th><td>${typeOf(schema)}${description ? ` ${escape(description)}` : ''}</td></tr>`,
  );
  return `<details id="${escape(call.operationId)}"><summary><b class="${escape(method)}">${escape(method.toUpperCase())}</b> ${code(path)} ${escape(call.summary)}</summary>
<p>${prose(call.description)}</p>
<dl><dt>Permission</dt><dd>${permissionOf(call['x-needs'])}</dd>
${parameters.length > 0 ? `<dt>Parameters</dt><dd><table><tbody>${parameters.join('')}</tbody></table></dd>` : ''}
${call.requestBody ? `<dt>Body</dt><dd>${contentOf(call.requestBody.content)}</dd>` : ''}
${done.map(([status, { content, headers }]) => `<dt>Answer</dt><dd>${code(status)} ${contentOf(content)}${headers ? `; ${Object.keys(headers).map(code).join(', ')}` : ''}</dd>`).join('')}
<dt>Errors</dt><dd><table><tbody>${errors.map(([status, { description }]) => `<tr><th scope="row">${code(status)}</th><td>${description.split('\n\n').map(prose).join('<br>')}</td></tr>`).join('')}</tbody></table></dd>
${exampleOf(method, path, call)}</dl></details>`;
}
