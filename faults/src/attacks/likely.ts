/** What a schema of the contract asks for, more or less: made from the JSON Schema that the call itself publishes. */
import fc from 'fast-check';
import { z } from 'zod';

export interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  required?: string[];
  $ref?: string;
}
/** How values of a kind are made. */
export interface Style {
  text(schema: JsonSchema): fc.Arbitrary<unknown>;
  whole(schema: JsonSchema, key: string): fc.Arbitrary<unknown>;
  decimal(schema: JsonSchema): fc.Arbitrary<unknown>;
  /** How many at most. */
  lines: number;
}
/** What people type. */
export function plain(idsOf: (key: string) => readonly number[]): Style {
  return {
    text: ({ format, pattern }) => {
      if (format === 'date') return fc.constantFrom('2026-01-01', '2024-02-29', '2026-12-31', '2026-03-05');
      if (pattern) return fc.constantFrom('mario@example.com', 'IT', 'N2.1', '2026-03-05');
      return fc.constantFrom('a', 'Carta 80 g', 'IT', 'L1', '00743110157', '2 ore', '密码🧻');
    },
    whole: (_, key) => {
      const known = idsOf(key);
      const any = fc.oneof(fc.constant(1), fc.nat(7), fc.nat());
      return known.length > 0 ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, any) : any;
    },
    decimal: () =>
      fc.oneof(
        fc.nat(100),
        fc.nat(100_000).map((n) => n / 1000),
      ),
    lines: 4,
  };
}

export function schemaOf(type: z.ZodType): { schema: JsonSchema; definitions: Record<string, JsonSchema> } {
  const { $defs = {}, properties } = z.toJSONSchema(z.object({ it: type }), {
    io: 'input',
    unrepresentable: 'any',
  }) as unknown as { $defs?: Record<string, JsonSchema>; properties: { it: JsonSchema } };
  return { schema: resolved(properties.it, $defs), definitions: $defs };
}
export function resolved(schema: JsonSchema, definitions: Record<string, JsonSchema>): JsonSchema {
  if (schema.$ref) return resolved(definitions[schema.$ref.split('/').at(-1)!]!, definitions);
  return schema.allOf ? resolved(schema.allOf[0]!, definitions) : schema;
}

export function likely(
  given: JsonSchema,
  definitions: Record<string, JsonSchema>,
  style: Style,
  key = '',
): fc.Arbitrary<unknown> {
  const schema = resolved(given, definitions);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => likely(one, definitions, style, key)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [] } = schema;
      return fc.record(
        Object.fromEntries(
          Object.entries(properties).map(([name, of]) => [name, likely(of, definitions, style, name)]),
        ),
        { requiredKeys: required },
      );
    }
    case 'array':
      return fc.array(likely(schema.items ?? {}, definitions, style, key), {
        maxLength: Math.min(style.lines, schema.maxItems ?? style.lines),
      });
    case 'integer':
      return style.whole(schema, key);
    case 'number':
      return style.decimal(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return style.text(schema);
  }
}
