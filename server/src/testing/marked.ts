/**
 * Bodies whose every text is an attack, made from the contract's own schemas: a field that is added to a call is marked
 * without a line here. Each text names its field, so that a page can be asked what it showed of it.
 */
import assert from 'node:assert/strict';
import { contract } from '@bobina/contract/contract.ts';
import type { Contract, Endpoint } from '@bobina/contract/core/endpoint.ts';
import type { Session } from './api.ts';

/** `markup` breaks out of elements and attributes; `link` would run where it becomes an address, and turns the writing round. */
export const attackVariants = ['markup', 'link'] as const;
export type Dress = (typeof attackVariants)[number];

const WORD = 'W'.repeat(60);
const LONGER_WORD = 'W'.repeat(600);
const BRACES = '{{7*7}}$t(action.save)$&';
/** What is written into a field, the most hostile first: the first that its schema takes is sent. */
const ATTACKS: Record<Dress, readonly ((field: string) => string)[]> = {
  markup: [
    (field) => `${field}|<img class=hit src=x onerror=alert(1)>'"><script class=hit>alert(1)</script>${LONGER_WORD}`,
    (field) => `${field}|<img class=hit src=x onerror=alert(1)>'"><script class=hit>alert(1)</script>${WORD}`,
    (field) => `${field}|<b class=hit>${BRACES}`,
    (field) => `${field}|'${BRACES.slice(0, 7)}${WORD}@www.example`,
    (field) => `<b>${field}`,
  ],
  link: [
    (field) => `javascript:alert(1)//${field}|\u202Eoiggar\u2066${BRACES}${LONGER_WORD}`,
    (field) => `javascript:alert(1)//${field}|\u202Eoiggar\u2066${BRACES}${WORD}`,
    (field) => `javascript/alert/${field}|${WORD}@www.example`,
    (field) => `\u202E${field}`,
  ],
};

type Definition = { shape?: Record<string, Schema>; element?: Schema; innerType?: Schema };
type Schema = { safeParse(value: unknown): { success: boolean }; _zod: { def: Definition } };
const ANYTHING = { not: 'a text' };

const areas = contract as unknown as Record<string, Contract>;
/** Every text that the calls of the contract take, as `customers.city` or `purchaseOrders.items.product_name`. */
export function everyTextField(): Set<string> {
  return new Set(
    Object.entries(areas).flatMap(([area, rows]) =>
      Object.values(rows).flatMap((row: Endpoint) =>
        row.body ? textFields(row.body as unknown as Schema).map((name) => `${area}.${name}`) : [],
      ),
    ),
  );
}

let made = 0;
/** Which fields were written, and each with which texts of its own. */
export type Sent = Map<string, string[]>;

/** Sends what a call wants, with a mark in every text that `given` leaves open. */
export function sender(sent: Sent, dress: Dress) {
  return async (
    session: Session,
    area: string,
    call: string,
    given: object = {},
    path: Record<string, string | number> = {},
    // oxlint-disable-next-line no-explicit-any -- a test looks into whatever is answered
  ): Promise<any> => {
    const row = areas[area]![call]!;
    const url = row.path.replace(/\{(\w+)(:text)?\}/g, (_, name: string) => String(path[name]));
    const body = marked(row.body as unknown as Schema, given, area, dress, sent);
    const answer = await session.call(row.method, url, { body });
    assert.equal(
      answer.status,
      row.status,
      `${row.method} ${url} ${JSON.stringify(body)} ${JSON.stringify(answer.body)}`,
    );
    return answer.body;
  };
}

function inside(schema: Schema): Schema {
  return schema._zod.def.innerType ? inside(schema._zod.def.innerType) : schema;
}

/** Takes texts of one's own, and texts alone. */
function isText(schema: Schema) {
  return (
    !schema.safeParse(ANYTHING).success &&
    attackVariants.some((dress) => ATTACKS[dress].some((attack) => schema.safeParse(attack('a.b')).success))
  );
}

/** The names of the text fields of a body, dotted. */
function textFields(schema: Schema): string[] {
  const { shape, element } = inside(schema)._zod.def;
  if (element) return textFields(element);
  return Object.entries(shape ?? {}).flatMap(([key, field]) =>
    isText(field) ? [key] : textFields(field).map((name) => `${key}.${name}`),
  );
}

function marked(schema: Schema, given: unknown, name: string, dress: Dress, sent: Sent): unknown {
  const { shape, element } = inside(schema)._zod.def;
  if (element) return (given as unknown[]).map((one) => marked(element, one, name, dress, sent));
  if (!shape) return given;
  const known = given as Record<string, unknown>;
  const body: Record<string, unknown> = { ...known };
  for (const [key, field] of Object.entries(shape)) {
    const path = `${name}.${key}`;
    if (key in known) {
      if (typeof known[key] === 'object' && known[key] !== null)
        body[key] = marked(field, known[key], path, dress, sent);
      // A text of another field that names it: a code, a batch.
      else if (typeof known[key] === 'string' && isText(field) && known[key].includes('|'))
        sent.set(path, sent.get(path) ?? []);
    } else if (isText(field)) {
      // The number makes codes, numbers and names different from each other.
      const fit = ATTACKS[dress]
        .map((attack) => attack(`${path}|${(++made).toString(36)}`))
        .find((text) => field.safeParse(text).success);
      if (fit === undefined) continue; // the other dress is taken
      body[key] = fit;
      sent.set(path, [...(sent.get(path) ?? []), fit]);
    }
  }
  return body;
}
