/** The longest, greatest, smallest and furthest that a schema takes, put into a body that is right otherwise. */
import fc from 'fast-check';
import type { Call } from './calls.ts';
import { likely, resolved, schemaOf, type Style } from './likely.ts';
import type { Target } from './world.ts';

const GREATEST = 9_999_999_999.99999;
const INT32 = 2_147_483_647;
/** So long at most: what has no limit of its own is limited by the size of a body. */
const LONGEST = 10_000;
const FILLERS = ['x', 'W', 'é', '字', '🧻', 'ß', 'i\u0307', "'", '%', '<', '=', '\u202e', 'ﷺ', 'x '];

const style: Style = {
  text: ({ format, pattern, maxLength = LONGEST, minLength = 0 }) => {
    if (format === 'date') return fc.constantFrom('0001-01-01', '1900-01-01', '2024-02-29', '9999-12-31');
    const most = Math.min(maxLength, LONGEST);
    if (pattern)
      return fc.constantFrom(`${'x'.repeat(Math.max(1, most - 12))}@example.com`, 'ZZ', 'N7.9', '9999-12-31');
    return fc.constantFrom(...FILLERS).chain((filler) =>
      fc.constantFrom(...[most, most - 1, Math.max(minLength, 1)]).map((length) => {
        const text = filler.repeat(Math.ceil(length / filler.length)).slice(0, length);
        return text.isWellFormed() ? text : text.slice(0, -1);
      }),
    );
  },
  whole: ({ minimum = 0, maximum = INT32 }) => {
    const [least, most] = [Math.max(minimum, -INT32), Math.min(maximum, INT32)];
    return fc.constantFrom(least, Math.max(least, 1), most - 1, most);
  },
  decimal: ({ minimum = 0, maximum = GREATEST }) =>
    fc.constantFrom(minimum, 0.00001, 0.1, 0.33333, 1, Math.min(maximum, GREATEST), Math.min(maximum, 9_999_999_999)),
  lines: 12,
};
type Value = Record<string, unknown>;

/** Bodies of a call, with some of their fields at the ends of what they take. */
export function extremesOf({ row }: Call, { body = {} }: Target): fc.Arbitrary<Value> {
  const { schema, definitions } = schemaOf(row.body!);
  const top = resolved(schema, definitions);
  const keys = Object.keys(top.properties ?? {});
  return fc
    .tuple(
      likely(top, definitions, style) as fc.Arbitrary<Value>,
      fc.subarray(keys, { minLength: Math.min(1, keys.length) }),
    )
    .map(([extreme, kept]) => {
      const chosen = Object.fromEntries(Object.entries(extreme).filter(([key]) => kept.includes(key)));
      return merged(body, chosen);
    });
}

/** Keeps what names rows: those must be there. */
function isReference(key: string) {
  return /(^|_)ids?$|Ids?$|^(schedulings|taken|code|codice_prodotto|destination_warehouse)$/.test(key);
}

function merged(good: Value, extreme: Value): Value {
  const body: Value = { ...good };
  for (const [key, value] of Object.entries(extreme)) {
    if (isReference(key)) continue;
    const line = Array.isArray(good[key]) ? (good[key] as unknown[])[0] : undefined;
    body[key] =
      line !== null && typeof line === 'object' && Array.isArray(value)
        ? value.map((one) => merged(line as Value, one as Value))
        : value;
  }
  return body;
}
