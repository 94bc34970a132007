/** The CONAI environmental contribution of an invoice line of an Italian company. */
import { decimalOf, round } from '@bobina/contract/core/decimal.ts';
import { countryOf } from '@bobina/contract/registry/countries.ts';

interface Packed {
  company: { country: string | null; country_code: string | null };
  quantity: string;
  conai_material: string | null;
  /** kg of the material in one unit. */
  conai_kg: string | null;
  /** EUR per tonne, by material in any case. */
  rates: Readonly<Record<string, number>>;
}
export interface Conai {
  conai_material: string | null;
  conai_kg: string | null;
  conai_amount: string | null;
}

/**
 * Returns the weight in kg and the contribution in EUR of a line. The contribution is null without a rate of the
 * material or without a weight: it was paid before.
 */
export function conaiOf({ company, quantity, conai_material, conai_kg, rates }: Packed): Conai {
  if (!conai_material || countryOf(company) !== 'IT')
    return { conai_material: null, conai_kg: null, conai_amount: null };
  const kg = conai_kg === null ? null : round(decimalOf(quantity).times(conai_kg), 5);
  const material = conai_material.toLowerCase();
  const rate = Object.entries(rates).find(([name]) => name.toLowerCase() === material)?.[1] ?? 0;
  const isCharged = kg !== null && kg.gt(0) && rate > 0;
  return {
    conai_material,
    conai_kg: kg?.toFixed() ?? null,
    conai_amount: isCharged ? round(kg.times(rate).div(1000), 2).toFixed() : null,
  };
}
