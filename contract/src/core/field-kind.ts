import type { z } from 'zod';

/** The kind of value that a field accepts: `flag` is yes or no, `choice` one of `options`. */
export interface FieldKind {
  kind: 'text' | 'number' | 'whole' | 'day' | 'flag' | 'choice';
  options: readonly string[];
  /** A new row without the field gets a default of the database. */
  hasDefault: boolean;
  isRequired: boolean;
}

const known = new WeakMap<z.ZodType, FieldKind>();

/** Determines the kind of a field by trying values on its schema. */
export function fieldKind(schema: z.ZodType): FieldKind {
  let found = known.get(schema);
  if (!found) {
    const empty = schema.safeParse(null);
    const options = optionsOf(schema as unknown as Schema);
    found = {
      kind: options.length > 0 ? 'choice' : kindOf((value) => schema.safeParse(value).success),
      options,
      hasDefault: empty.success && empty.data === undefined,
      isRequired: !empty.success,
    };
    known.set(schema, found);
  }
  return found;
}

function kindOf(takes: (value: unknown) => boolean): FieldKind['kind'] {
  if (takes('x')) return 'text';
  if (takes(true)) return 'flag';
  if (takes(1)) return takes(0.5) ? 'number' : 'whole';
  return takes('2026-01-01') ? 'day' : 'text';
}

type Schema = { _zod: { def: { entries?: Record<string, string>; innerType?: Schema; in?: Schema } } };

/** The values of the enumeration inside optional, nullable and similar wrappers. */
function optionsOf(schema: Schema): readonly string[] {
  const { entries, innerType, in: input } = schema._zod.def;
  if (entries) return Object.values(entries);
  const inside = innerType ?? input;
  return inside ? optionsOf(inside) : [];
}
