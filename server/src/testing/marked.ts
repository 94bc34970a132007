/**
 * Creates bodies in which every text is an attack, generated from the contract's schemas, so that new fields are
 * included automatically. Each text contains the name of its field, so that a test can find it on a page.
 */
import assert from 'node:assert/strict';
import { contract } from '@bobina/contract/contract.ts';
import type { Contract, Endpoint } from '@bobina/contract/core/endpoint.ts';
import type { Session } from './api.ts';

/**
 * `markup` breaks out of elements and attributes. `link` runs when it is used as a URL, and reverses the text
 * direction.
 */
export const attackVariants = ['markup', 'link'] as const;
/** `short` is no attack: each text is a short mark, which no column truncates. */
export type Dress = (typeof attackVariants)[number] | 'short';

const WORD = 'W'.repeat(60);
const LONGER_WORD = 'W'.repeat(600);
const BRACES = '{{7*7}}$t(action.save)$&';
/** Attack texts for a field, the most hostile first. The first one that the field's schema accepts is sent. */
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
  short: [(field) => `${field.split('|').at(-1)}§`, (field) => `${field.split('|').at(-1)}@www.example`],
};

type Definition = { shape?: Record<string, Schema>; element?: Schema; innerType?: Schema };
type Schema = { safeParse(value: unknown): { success: boolean }; _zod: { def: Definition } };
const ANYTHING = { not: 'a text' };

const areas = contract as unknown as Record<string, Contract>;
/** Returns every text field of the contract's bodies, as `customers.city` or `purchaseOrders.items.product_name`. */
export function everyTextField(): Set<string> {
  return new Set(
    Object.entries(areas).flatMap(([area, rows]) =>
      Object.values(rows).flatMap((row: Endpoint) =>
        row.body ? textFields(row.body as unknown as Schema).map((name) => `${area}.${name}`) : [],
      ),
    ),
  );
}

/** Marks have two characters from the first one on, so that none is the end of another one. */
const FIRST_MARK = 36;
let made = 0;
/** The fields that were written, each with its texts. */
export type Sent = Map<string, string[]>;

/** Returns a function that sends a call with an attack in every text field that `given` leaves open. */
export function sender(sent: Sent, dress: Dress) {
  return async (
    session: Session,
    area: string,
    call: string,
    given: object = {},
    path: Record<string, string | number> = {},
    // oxlint-disable-next-line no-explicit-any -- tests read any response body
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

/** Whether a schema accepts free text and nothing else. */
function isText(schema: Schema) {
  return (
    !schema.safeParse(ANYTHING).success &&
    attackVariants.some((dress) => ATTACKS[dress].some((attack) => schema.safeParse(attack('a.b')).success))
  );
}

/** The paths of the text fields of a body, dotted. */
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
      // The name of another entity, such as a code or a batch, must match the text that was sent there.
      else if (typeof known[key] === 'string' && isText(field) && known[key].includes('|'))
        sent.set(path, sent.get(path) ?? []);
    } else if (isText(field)) {
      // The number makes codes, numbers and names unique.
      const fit = ATTACKS[dress]
        .map((attack) => attack(`${path}|${(FIRST_MARK + ++made).toString(36)}`))
        .find((text) => field.safeParse(text).success);
      if (fit === undefined) continue; // no attack of this variant fits the field
      body[key] = fit;
      sent.set(path, [...(sent.get(path) ?? []), fit]);
    }
  }
  return body;
}
