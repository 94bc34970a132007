/** The quantity of a typed reel, by the rules of the contract. */
import { decimalOf, round, toNumber, type Decimal } from '@bobina/contract/core/decimal.ts';
import type { FieldCode } from '@bobina/contract/core/messages/messages.ts';
import { isDay } from '@bobina/contract/core/read-day.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import {
  caliperOf,
  contentOf,
  prescribedWidth,
  WIDTH_TOLERANCE_MM,
  widthDiffers,
  type ReelUnit,
} from '@bobina/contract/stock/reel.rules.ts';
import { fieldsFor, type Field, type Values } from './reel-row.ts';

export interface Fault {
  path: Field;
  code: FieldCode;
  values?: Record<string, string | number>;
}
/** No difference is reported here: the server decides from which difference on it warns. */
const NO_CHECK = 1e9;

/** Returns the quantity of a typed reel in the unit of its product, or the fields that are missing or wrong. */
export function measure(values: Values, product: Product): { quantity: number } | { faults: Fault[] } {
  const texts = fieldsFor(product, true).flatMap<Fault>(({ name, kind, places }) => {
    const value = values[name];
    if (kind === 'text' || value === undefined || value === null || value === '') return [];
    if (kind === 'day') return isDay(value) ? [] : [{ path: name, code: 'not_day' }];
    if (typeof value !== 'number') return [{ path: name, code: 'not_number' }];
    const isTooExact = places !== undefined && !round(decimalOf(value), places).eq(value);
    return isTooExact ? [{ path: name, code: 'decimals', values: { max: places } }] : [];
  });
  if (texts.length > 0) return { faults: texts };
  const faults: Fault[] = [
    ...(product.has_production_date && !values.production_date
      ? [{ path: 'production_date', code: 'required' } as const]
      : []),
    ...(product.has_expiry_date && !values.expiry_date ? [{ path: 'expiry_date', code: 'required' } as const] : []),
  ];
  const width = numberIn(values.width_mm);
  if (width !== null && widthDiffers(width, product)) {
    const prescribed = toNumber(prescribedWidth(product)!);
    return {
      faults: [
        ...faults,
        { path: 'width_mm', code: 'width_differs', values: { max: WIDTH_TOLERANCE_MM, width: prescribed } },
      ],
    };
  }
  const width_mm = width ?? prescribedWidth(product);
  if (width_mm === null) return { faults: [...faults, { path: 'width_mm', code: 'required' }] };
  const content = contentOf(
    {
      kg: numberIn(values.kg),
      gross_kg: numberIn(values.gross_kg),
      tare_kg: numberIn(values.tare_kg),
      m: numberIn(values.m),
      od_mm: numberIn(values.od_mm),
    },
    {
      width_mm,
      gsm: numberIn(values.gsm) ?? product.gsm ?? 0,
      unit: product.unit_of_measure as ReelUnit,
      tare_kg: numberIn(values.tare_kg),
      core_mm: numberIn(values.core_mm),
      caliper_um: numberIn(values.caliper_um) ?? caliperOf(product),
    },
    NO_CHECK,
  );
  if ('faults' in content) return { faults: [...faults, ...(content.faults as Fault[])] };
  return faults.length > 0 ? { faults } : { quantity: toNumber(content.quantity) };
}

/** Returns the exact sum of quantities. */
export function sumOf(quantities: readonly number[]): Decimal {
  return quantities.reduce((sum, quantity) => sum.plus(quantity), decimalOf(0));
}

function numberIn(value: Values[Field]): number | null {
  return typeof value === 'number' ? value : null;
}
