/**
 * Computes the purchase proposals of all products. Needs come from production, supply from stock and purchasing, which do
 * not import each other.
 */
import { decimalOf, round, type Decimal } from '@bobina/contract/core/decimal.ts';
import type { Day } from '@bobina/contract/core/dates.ts';
import { meetNeed, type MaterialCandidate } from '@bobina/contract/purchasing/material-product.rules.ts';
import {
  planProduct,
  type Dated,
  type Offer,
  type PlanOptions,
  type Planned,
  type ProductToPlan,
} from '@bobina/contract/purchasing/proposals.rules.ts';
import {
  readMaterialNeeds,
  type MaterialNeedOfLine,
  type MaterialNeeds,
} from '../../areas/production/material-needs.ts';
import {
  readChosenMaterials,
  readComing,
  readOffers,
  readSuppliedProducts,
  type ComingLine,
  type SuppliedProduct,
} from '../../areas/purchasing/purchase-data.ts';
import { readCalendar, readSettings } from '../../areas/registry/index.ts';
import { readFreeStock } from '../../areas/stock/index.ts';
import type { Db } from '../../platform/database/db.ts';

export interface NeedOfProduct extends Dated {
  line: MaterialNeedOfLine;
  /** Width of the chosen product less the width needed, in mm. */
  trim_mm: number;
}
export interface PlannedProduct {
  product: SuppliedProduct & MaterialCandidate;
  input: ProductToPlan<NeedOfProduct, ComingLine>;
  plan: Planned<NeedOfProduct, ComingLine>[];
  /** The supplier to propose where no price is known. */
  unpriced: { supplier_id: number; supplier_name: string } | null;
}
export interface Plans {
  today: Day;
  products: PlannedProduct[];
  /** Needs that no product meets. */
  unmet: MaterialNeedOfLine[];
  unclear: MaterialNeeds['unclear'];
}

const PLACES = 5;
const MM_PER_CM = 10;
const ZERO = decimalOf(0);

/** Plans all products that have needs or a minimum stock, by product id. Reads in a fixed number of queries. */
export async function planProducts(db: Db): Promise<Plans> {
  const [settings, { today }] = await Promise.all([readSettings(db), readCalendar(db)]);
  const { needs, unclear } = await readMaterialNeeds(db, settings);
  const products = await readSuppliedProducts(db, [...new Set(needs.map(({ weight }) => weight.toFixed()))]);
  const ids = products.map(({ product_id }) => product_id);
  const [stock, coming, offers, chosen] = await Promise.all([
    readFreeStock(db, { products: ids, today }),
    readComing(db, ids),
    readOffers(db, { products, today }),
    readChosenMaterials(db, [...new Set(needs.map(({ product_id }) => product_id))]),
  ]);
  const candidates = products.map((product) => ({ ...product, stock: stock.get(product.product_id) ?? ZERO }));
  const { met, unmet } = assignNeeds(needs, { candidates, chosen, wider_mm: settings.wider_mm });
  const options: PlanOptions = { today, working_days: settings.working_days, receipt_days: settings.receipt_days };
  return {
    today,
    unmet,
    unclear,
    products: candidates.map((product) => {
      const { offers: all, unpriced } = offers.get(product.product_id) ?? { offers: [] };
      const input = inputOf(product, {
        needs: met.get(product.product_id) ?? [],
        receipts: coming.get(product.product_id) ?? [],
        offers: all,
        cover_days: settings.cover_days,
      });
      return { product, input, plan: planProduct(input, options), unpriced: ownSupplier(product) ?? unpriced ?? null };
    }),
  };
}

/** Assigns each need to the products that meet it, in the unit of the product, to 5 decimals. */
function assignNeeds(
  needs: readonly MaterialNeedOfLine[],
  {
    candidates,
    chosen,
    wider_mm,
  }: {
    candidates: readonly (SuppliedProduct & MaterialCandidate)[];
    chosen: Awaited<ReturnType<typeof readChosenMaterials>>;
    wider_mm: number;
  },
) {
  const byWeight = Map.groupBy(candidates, ({ peso_carta, spessore_film }) => weightKey(peso_carta, spessore_film));
  const met = new Map<number, NeedOfProduct[]>();
  const unmet: MaterialNeedOfLine[] = [];
  for (const line of needs) {
    const key = line.kind === 'paper' ? weightKey(line.weight, null) : weightKey(null, line.weight);
    const parts = meetNeed(line, {
      candidates: (byWeight.get(key) ?? []).filter(({ product_id }) => product_id !== line.product_id),
      chosen: chosen.get(line.product_id) ?? [],
      wider_mm,
    });
    if (parts.length === 0) unmet.push(line);
    for (const { product, share, width_cm } of parts) {
      // Wider material weighs more per metre.
      const kg = width_cm ? line.kg.times(width_cm).div(line.width_cm) : line.kg;
      const quantity = round((product.unit_of_measure === 'm' ? line.m : kg).times(share), PLACES);
      const trim_mm = width_cm ? Number(width_cm.minus(line.width_cm).times(MM_PER_CM)) : 0;
      const of = met.get(product.product_id) ?? [];
      met.set(product.product_id, of);
      of.push({ day: line.day, quantity, line, trim_mm });
    }
  }
  return { met, unmet };
}

/** Equal for values that are equal as numbers, such as 70 and 70.00000. */
function weightKey(paper: Decimal | number | string | null, film: Decimal | number | string | null): string {
  return `${Number(paper ?? 0)}|${Number(film ?? 0)}`;
}

function ownSupplier({ supplier_id, supplier_name }: SuppliedProduct) {
  return supplier_id === null ? undefined : { supplier_id, supplier_name: supplier_name! };
}

function inputOf(
  product: SuppliedProduct & MaterialCandidate,
  {
    needs,
    receipts,
    offers,
    cover_days,
  }: { needs: NeedOfProduct[]; receipts: ComingLine[]; offers: readonly Offer[]; cover_days: number },
): ProductToPlan<NeedOfProduct, ComingLine> {
  return {
    stock: product.stock,
    floor: decimalOf(product.scorta_minima ?? 0),
    needs,
    receipts,
    min_lot: decimalOf(product.min_lot),
    lot_multiple: product.lot_multiple === null ? null : decimalOf(product.lot_multiple),
    cover_days: product.cover_days ?? cover_days,
    // Products made in house are not bought.
    offers: product.production ? [] : offers,
    own_supplier_id: product.supplier_id,
    lead_days: product.lead_days,
  };
}
