/** Adds fields that a client must not set to an otherwise valid body. Each value is recognizable in the response. */
import type { Endpoint } from '@bobina/contract/core/endpoint.ts';
import { resolved, schemaOf, type JsonSchema } from './likely.ts';

/** Columns that tables store and no response contains. */
const HIDDEN = {
  deleted_at: '1999-09-09T09:09:09.000Z',
  deleted_by: 918_273,
  password_hash: 'FORGED',
  token_hash: 'FORGED',
  user_id: 918_273,
  search_text: 'FORGED',
  last_login: '1999-09-09T09:09:09.000Z',
  total: 918_273,
  number: 'FORGED',
};
type Value = Record<string, unknown>;
/** A path into a response, and the value that it has if the server accepted the forged field. */
export type Forged = { way: (string | number)[]; value: unknown };
type Defs = Record<'request' | 'reply', Record<string, JsonSchema>>;

/** Adds forged fields to `body`. @param answer the response of the same call without forged fields */
export function forge(row: Endpoint, body: Value, answer: Value): { forged: Value; found: Forged[] } {
  const [request, reply] = [schemaOf(row.body!), schemaOf(row.reply)];
  const defs = { request: request.definitions, reply: reply.definitions };
  return forgeInto(body, answer, request.schema, reply.schema, defs, []);
}
/** @returns the paths at which a forged value appears in the response */
export function takenIn(answer: unknown, found: readonly Forged[]): string[] {
  return found.filter(({ way, value }) => at(answer, way) === value).map(({ way }) => way.join('.'));
}

/** Returns a value of the same type as the one in the response, but different from it. */
function otherThan(value: unknown, schema: JsonSchema): unknown {
  const [choice] = [schema, ...(schema.anyOf ?? [])].flatMap(({ enum: values }) => (values ? [values] : []));
  if (choice) return choice.find((one) => one !== value && one !== null);
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 918_273;
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\dT/.test(value)
      ? '1999-09-09T09:09:09.000Z'
      : /^\d{4}-\d\d-\d\d$/.test(value)
        ? '1999-09-09'
        : 'FORGED';
  const kinds = [schema, ...(schema.anyOf ?? [])].map(({ type }) => type);
  if (kinds.includes('integer') || kinds.includes('number')) return 918_273;
  return kinds.includes('boolean') ? true : 'FORGED';
}

function forgeInto(body: Value, answer: Value, request: JsonSchema, reply: JsonSchema, defs: Defs, way: Forged['way']) {
  const found: Forged[] = [];
  const forged: Value = way.length === 0 ? { ...HIDDEN, ...body } : { ...body };
  const takes = request.properties ?? {};
  for (const [key, given] of Object.entries(reply.properties ?? {})) {
    const schema = resolved(given, defs.reply);
    const sent = body[key];
    if (Array.isArray(sent) && Array.isArray(answer[key]) && schema.items && takes[key]) {
      const [line, lineShape] = [resolved(schema.items, defs.reply), resolved(takes[key], defs.request)];
      const lineTakes = resolved(
        lineShape.items ?? lineShape.anyOf?.find(({ items }) => items)?.items ?? {},
        defs.request,
      );
      if (lineTakes.type !== 'object' && !lineTakes.properties) continue;
      forged[key] = sent.map((one, at) => {
        const inner = forgeInto(one as Value, (answer[key] as Value[])[at] ?? {}, lineTakes, line, defs, [
          ...way,
          key,
          at,
        ]);
        found.push(...inner.found);
        return inner.forged;
      });
    } else if (!(key in takes) && !Array.isArray(answer[key])) {
      const value = otherThan(answer[key], schema);
      if (value === undefined) continue;
      forged[key] = value;
      found.push({ way: [...way, key], value });
    }
  }
  return { forged, found };
}

function at(value: unknown, [key, ...rest]: Forged['way']): unknown {
  return key === undefined ? value : at((value as Value | undefined | null)?.[key], rest);
}
