/** What the stock covers of the paper and film that items take (see MaterialStock in the contract). */
import { decimalOf, sum, toNumber, type Decimal } from '@bobina/contract/core/decimal.ts';
import type { UNITS } from '@bobina/contract/core/fields.ts';
import { DEFAULT_DENSITY, kgOfReel } from '@bobina/contract/production/materials.rules.ts';
import type { MaterialsResult, MaterialStock } from '@bobina/contract/production/materials.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { companyToday } from '../registry/index.ts';

type Needs = Pick<MaterialsResult, 'carta' | 'film'>;
type Reel = {
  product_id: number;
  code: string;
  product_name: string;
  unit_of_measure: (typeof UNITS)[number];
  quantity: string;
  peso_carta: string | null;
  larghezza_bobina: string | null;
  spessore_film: string | null;
  larghezza_film: string | null;
  densita_film: string | null;
  colore_film: string | null;
};

/** The same needs, each with what the stock covers of it. */
export async function withStock<N extends Needs>(db: Db, needs: N): Promise<N> {
  const reels = await readReels(db, needs);
  return {
    ...needs,
    carta: needs.carta.map((need) => {
      const fits = reels.filter(
        (reel) =>
          isPaper(reel) && same(reel.peso_carta, need.peso_carta) && same(reel.larghezza_bobina, need.larghezza_bobina),
      );
      return {
        ...need,
        stock: coverOf(fits, need.kg_necessari, ({ unit_of_measure, quantity }) =>
          kgOfReel(unit_of_measure, quantity, need.larghezza_bobina, decimalOf(need.peso_carta)),
        ),
      };
    }),
    film: needs.film.map((need) => {
      const fits = reels.filter(
        (reel) =>
          isFilm(reel) &&
          same(reel.spessore_film, need.spessore_film) &&
          same(reel.larghezza_film, need.larghezza_film) &&
          reel.colore_film === need.colore_film,
      );
      return {
        ...need,
        stock: coverOf(fits, need.kg_necessari, ({ unit_of_measure, quantity, densita_film }) =>
          kgOfReel(
            unit_of_measure,
            quantity,
            need.larghezza_film,
            decimalOf(need.spessore_film).times(densita_film ?? DEFAULT_DENSITY),
          ),
        ),
      };
    }),
  };
}

/** Reels of any of these widths, by code; which need each is for is told by its data. */
async function readReels(db: Db, { carta, film }: Needs): Promise<Reel[]> {
  const today = await companyToday(db);
  const { rows } = await sql<Reel>`
    select p.id as product_id, p.code, coalesce(p.name, p.description) as product_name, p.unit_of_measure, sum(b.quantity) as quantity,
      nullif(p.peso_carta, 0) as peso_carta, nullif(p.larghezza_bobina, 0) as larghezza_bobina, nullif(p.spessore_film, 0) as spessore_film,
      nullif(p.larghezza_film, 0) as larghezza_film, nullif(p.densita_film, 0) as densita_film, nullif(lower(btrim(p.colore_film)), '') as colore_film
    from stock_balances b join products p on p.id = b.product_id join batches l on l.id = b.batch_id
    where b.quantity > 0 and (l.expiry_date is null or l.expiry_date >= ${today}::date)
      and coalesce(p.lunghezza_cm, 0) = 0 and coalesce(p.numero_piste, 0) = 0 and coalesce(p.pezzi_per_scatola, 0) = 0
      and coalesce(p.minuti_x_confezione, 0) = 0
      and (p.larghezza_bobina = any(${carta.map((need) => need.larghezza_bobina)}::numeric[])
        or p.larghezza_film = any(${film.map((need) => need.larghezza_film)}::numeric[]))
    group by p.id order by lower(p.code) collate "C", p.id`.execute(db);
  return rows;
}

function same(stored: string | null, needed: number) {
  return stored !== null && decimalOf(stored).eq(needed);
}

function isPaper(reel: Reel) {
  return !reel.spessore_film && !reel.larghezza_film;
}

function isFilm(reel: Reel) {
  return !reel.peso_carta && !reel.larghezza_bobina;
}

function coverOf(reels: readonly Reel[], needed: number, kgOf: (reel: Reel) => Decimal | null): MaterialStock {
  const weights = reels.map(kgOf);
  const kg = sum(weights.filter((weight) => weight !== null));
  const missing = decimalOf(needed).minus(kg);
  return {
    kg: toNumber(kg),
    missing_kg: missing.gt(0) ? toNumber(missing) : 0,
    products: reels.map(({ product_id, code, product_name, quantity, unit_of_measure }, index) => {
      const weight = weights[index]!;
      return {
        product_id,
        code,
        product_name,
        unit_of_measure,
        quantity: toNumber(quantity),
        kg: weight && toNumber(weight),
      };
    }),
  };
}
