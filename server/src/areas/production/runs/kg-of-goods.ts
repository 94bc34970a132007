import { sql } from 'kysely';
import { decimalOf, round } from '@bobina/contract/core/decimal.ts';
import { materialsUnder, type TechnicalData } from '@bobina/contract/production/materials.rules.ts';
import type { Act } from '../../../platform/context.ts';
import { readSettings } from '../../registry/index.ts';

/**
 * The weight of goods that are not reels: their quantity in kg, else by the net weight of the product, else by the paper and
 * film that they hold, without scrap.
 * @returns an exact decimal text; null if the weight is not known
 */
export async function kgOfGoods(
  act: Act,
  { product_id, quantity }: { product_id: number; quantity: string | number },
): Promise<string | null> {
  const { rows } = await sql<TechnicalData & { unit_of_measure: string; peso_netto: string | null }>`
    select unit_of_measure, peso_netto, pezzi_per_scatola, numero_piste, lunghezza_cm, larghezza_bobina, peso_carta,
      larghezza_film, spessore_film, densita_film, colore_film
    from products where id = ${product_id}`.execute(act.tx);
  const product = rows[0]!;
  const { unit_of_measure, peso_netto } = product;
  if (unit_of_measure === 'kg') return decimalOf(quantity).toFixed();
  if (peso_netto !== null && decimalOf(peso_netto).gt(0))
    return round(decimalOf(quantity).times(peso_netto), 5).toFixed();
  const { film_layout } = await readSettings(act.tx);
  const { kg_paper, kg_film, issues } = materialsUnder({ scrap_percent: 0, film_layout })(
    unit_of_measure,
    quantity,
    product,
  );
  if ((!kg_paper && !kg_film) || issues.some(({ severity }) => severity === 'error')) return null;
  return round(decimalOf(kg_paper ?? 0).plus(kg_film ?? 0), 5).toFixed();
}
