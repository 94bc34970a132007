import fc from 'fast-check';
import { hostileValue } from './hostile.ts';

type Way = (string | number)[];

/** A value with at most three of its places spoilt: what is bad all over tests its first check alone. */
export function spoilt(good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return good.chain((value) => {
    const ways = waysIn(value);
    if (ways.length === 0) return fc.constant(value);
    return fc
      .array(fc.tuple(fc.constantFrom(...ways), hostileValue), { maxLength: 3 })
      .map((spoils) => spoils.reduce((body, [way, put]) => withAt(body, way, put), value));
  });
}

/** Every place in a value, from the top down. */
function waysIn(value: unknown, way: Way = []): Way[] {
  if (value === null || typeof value !== 'object') return [way];
  const below = Object.entries(value)
    .slice(0, 40)
    .flatMap(([key, one]) => waysIn(one, [...way, key]));
  return way.length === 0 ? below : [way, ...below];
}

function withAt(value: unknown, [key, ...rest]: Way, put: unknown): unknown {
  if (key === undefined) return put;
  if (value === null || typeof value !== 'object') return value;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
  (copy as Record<string, unknown>)[key] = withAt((value as Record<string, unknown>)[key], rest, put);
  return copy;
}
