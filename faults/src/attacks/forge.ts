/** Fields that a client must not set, put into a body that is right otherwise, each with a value that tells it was taken. */
import type { Endpoint } from '@bobina/contract/core/endpoint.ts';
import { resolved, schemaOf, type JsonSchema } from './likely.ts';

/** What tables keep and no answer shows. */
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
/** A way into an answer, and what stands there if what was sent has been taken. */
export type Forged = { way: (string | number)[]; value: unknown };
type Defs = Record<'asked' | 'said', Record<string, JsonSchema>>;

/** @param answer what the same call answered without any of it */
export function forge(row: Endpoint, body: Value, answer: Value): { forged: Value; found: Forged[] } {
  const [asked, said] = [schemaOf(row.body!), schemaOf(row.reply)];
  const defs = { asked: asked.definitions, said: said.definitions };
  return forgeInto(body, answer, asked.schema, said.schema, defs, []);
}
/** @returns the ways at which what was sent stands in an answer */
export function takenIn(answer: unknown, found: readonly Forged[]): string[] {
  return found.filter(({ way, value }) => at(answer, way) === value).map(({ way }) => way.join('.'));
}

/** Of the same kind as what was answered, and other than it. */
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

function forgeInto(body: Value, answer: Value, asked: JsonSchema, said: JsonSchema, defs: Defs, way: Forged['way']) {
  const found: Forged[] = [];
  const forged: Value = way.length === 0 ? { ...HIDDEN, ...body } : { ...body };
  const takes = asked.properties ?? {};
  for (const [key, given] of Object.entries(said.properties ?? {})) {
    const schema = resolved(given, defs.said);
    const sent = body[key];
    if (Array.isArray(sent) && Array.isArray(answer[key]) && schema.items && takes[key]) {
      const [line, told] = [resolved(schema.items, defs.said), resolved(takes[key], defs.asked)];
      const lineTakes = resolved(told.items ?? told.anyOf?.find(({ items }) => items)?.items ?? {}, defs.asked);
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
