import fc from 'fast-check';
import { hostileValue } from './hostile.ts';

type Way = (string | number)[];

/** Replaces at most three parts of a value. A value that is invalid everywhere would only test the first check. */
export function spoilt(good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return good.chain((value) => {
    const ways = pathsIn(value);
    if (ways.length === 0) return fc.constant(value);
    return fc
      .array(fc.tuple(fc.constantFrom(...ways), hostileValue), { maxLength: 3 })
      .map((spoils) => spoils.reduce((body, [way, put]) => withAt(body, way, put), value));
  });
}

/** Lists the paths to every part of a value, parents first. */
function pathsIn(value: unknown, way: Way = []): Way[] {
  if (value === null || typeof value !== 'object') return [way];
  const below = Object.entries(value)
    .slice(0, 40)
    .flatMap(([key, one]) => pathsIn(one, [...way, key]));
  return way.length === 0 ? below : [way, ...below];
}

function withAt(value: unknown, [key, ...rest]: Way, put: unknown): unknown {
  if (key === undefined) return put;
  if (value === null || typeof value !== 'object') return value;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
  (copy as Record<string, unknown>)[key] = withAt((value as Record<string, unknown>)[key], rest, put);
  return copy;
}
