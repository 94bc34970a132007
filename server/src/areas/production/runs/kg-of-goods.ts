import { sql } from 'kysely';
import { decimalOf, round } from '@bobina/contract/core/decimal.ts';
import { materialsUnder, type TechnicalData } from '@bobina/contract/production/materials.rules.ts';
import type { Act } from '../../../platform/context.ts';
import { readSettings } from '../../registry/index.ts';

/** A weight, and the kg of one unit that it was computed with, as exact decimal texts; null if it is not known. */
export interface Weight {
  kg: string | null;
  kg_per_unit: string | null;
}

const PER_UNIT_PLACES = 12;
const UNKNOWN: Weight = { kg: null, kg_per_unit: null };

/**
 * The weight of goods that are not reels: their quantity in kg, else by the net weight of the product, else by the paper and
 * film that they hold, without scrap.
 */
export async function kgOfGoods(
  act: Act,
  { product_id, quantity }: { product_id: number; quantity: string | number },
): Promise<Weight> {
  const { rows } = await sql<TechnicalData & { unit_of_measure: string; peso_netto: string | null }>`
    select unit_of_measure, peso_netto, pezzi_per_scatola, numero_piste, lunghezza_cm, larghezza_bobina, peso_carta,
      larghezza_film, spessore_film, densita_film, colore_film
    from products where id = ${product_id}`.execute(act.tx);
  const product = rows[0]!;
  const { unit_of_measure, peso_netto } = product;
  if (unit_of_measure === 'kg') return { kg: decimalOf(quantity).toFixed(), kg_per_unit: '1' };
  if (peso_netto !== null && decimalOf(peso_netto).gt(0))
    return { kg: round(decimalOf(quantity).times(peso_netto), 5).toFixed(), kg_per_unit: peso_netto };
  const { film_layout } = await readSettings(act.tx);
  const { kg_paper, kg_film, issues } = materialsUnder({ scrap_percent: 0, film_layout })(
    unit_of_measure,
    quantity,
    product,
  );
  if ((!kg_paper && !kg_film) || issues.some(({ severity }) => severity === 'error')) return UNKNOWN;
  const kg = decimalOf(kg_paper ?? 0).plus(kg_film ?? 0);
  return { kg: round(kg, 5).toFixed(), kg_per_unit: round(kg.div(quantity), PER_UNIT_PLACES).toFixed() };
}
