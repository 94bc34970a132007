/** Purchase proposals and projections in their API form. */
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { CURRENCIES } from '@bobina/contract/core/fields.ts';
import type { Projection, Proposal, PurchaseProposals } from '@bobina/contract/purchasing/proposals.ts';
import { projectProduct, type Planned } from '@bobina/contract/purchasing/proposals.rules.ts';
import type { MaterialNeedOfLine } from '../../areas/production/material-needs.ts';
import { readComing, readUnit, type ComingLine } from '../../areas/purchasing/purchase-data.ts';
import { readFreeStock } from '../../areas/stock/index.ts';
import type { Db } from '../../platform/database/db.ts';
import { notFound } from '../../platform/problem.ts';
import { planProducts, type NeedOfProduct, type PlannedProduct } from './plan-products.ts';

type Currency = (typeof CURRENCIES)[number];
interface Asked {
  until?: Day | undefined;
  product_id?: number | undefined;
  supplier_id?: number | undefined;
}

const MM_PER_CM = 10;

/**
 * Lists the proposals by the day until which they must be ordered, then by product code.
 * @param until keeps those that must be ordered up to this day
 * @param showsPrices whether the caller may see prices and savings
 */
export async function listProposals(
  db: Db,
  { until, product_id, supplier_id, showsPrices }: Asked & { showsPrices: boolean },
): Promise<PurchaseProposals> {
  const { today, products, unmet, unclear } = await planProducts(db);
  const proposals = products
    .filter(({ product }) => product_id === undefined || product.product_id === product_id)
    .flatMap((product) => product.plan.map((planned) => shownProposal(product, { planned, today, showsPrices })))
    .filter((proposal) => supplier_id === undefined || proposal.supplier_id === supplier_id)
    .filter((proposal) => until === undefined || proposal.order_by <= until)
    .toSorted((a, b) => compare(a.order_by, b.order_by) || compare(a.product_code, b.product_code));
  return { proposals, without_product: groupUnmet(unmet), unclear };
}

/** The expected stock of a product by day. @throws NOT_FOUND */
export async function projectStock(db: Db, product_id: number): Promise<Projection> {
  const product = await readUnit(db, product_id);
  if (!product) throw notFound();
  const { today, products } = await planProducts(db);
  const planned = products.find((found) => found.product.product_id === product_id)?.input;
  const { stock, needs, receipts } = planned ?? {
    stock: (await readFreeStock(db, { products: [product_id], today })).get(product_id) ?? decimalOf(0),
    needs: [],
    receipts: (await readComing(db, [product_id])).get(product_id) ?? [],
  };
  return {
    product_id,
    unit_of_measure: product.unit_of_measure,
    floor: Number(product.scorta_minima ?? 0),
    days: projectProduct({ stock, needs, receipts }, today).map((day) => ({
      day: day.day,
      receipts: toNumber(day.receipts),
      needs: toNumber(day.needs),
      balance: toNumber(day.balance),
    })),
  };
}

/** A proposal in its API form. */
export function shownProposal(
  { product, input, unpriced }: PlannedProduct,
  { planned, today, showsPrices }: { planned: Planned<NeedOfProduct, ComingLine>; today: Day; showsPrices: boolean },
): Proposal {
  const { offer, why } = planned;
  const supplier = offer ?? (product.production ? null : unpriced);
  const price = (unit_price: number) => (showsPrices ? { unit_price } : {});
  return {
    product_id: product.product_id,
    product_code: product.code,
    product_name: product.product_name,
    unit_of_measure: product.unit_of_measure,
    production: product.production,
    need_day: planned.need_day,
    shortage: toNumber(planned.shortage),
    quantity: toNumber(planned.quantity),
    min_lot: toNumber(input.min_lot),
    lot_multiple: input.lot_multiple && toNumber(input.lot_multiple),
    order_by: planned.order_by,
    arrival_day: planned.arrival_day,
    late: planned.late,
    supplier_id: supplier?.supplier_id ?? null,
    supplier_name: supplier?.supplier_name ?? null,
    ...price(offer ? toNumber(offer.unit_price) : 0),
    currency: (offer?.currency ?? product.currency) as Currency,
    alternatives: planned.alternatives.map(
      ({ supplier_id, supplier_name, lead_days, arrives_on, in_time, ...other }) => ({
        supplier_id,
        supplier_name,
        ...price(toNumber(other.unit_price)),
        currency: other.currency as Currency,
        lead_days,
        arrives_on,
        in_time,
        ...(showsPrices && { saves: other.saves && toNumber(other.saves) }),
      }),
    ),
    needs: planned.needs.map(shownNeed),
    supply: [
      ...(input.stock.gt(0)
        ? [
            {
              kind: 'stock' as const,
              day: today,
              quantity: toNumber(input.stock),
              order_id: null,
              order_number: null,
              is_late: false,
            },
          ]
        : []),
      ...planned.receipts.map((line) => shownReceipt(line, today)),
    ],
    why: {
      stock: toNumber(why.stock),
      coming: toNumber(why.coming),
      needs: toNumber(why.needs),
      balance: toNumber(why.balance),
      floor: toNumber(why.floor),
      cover: toNumber(why.cover),
    },
    problem: offer || product.production ? null : supplier ? 'no_price' : 'no_supplier',
  };
}

function shownNeed({ day, quantity, line, trim_mm }: NeedOfProduct): Proposal['needs'][number] {
  const { order_id, order_item_id, order_number, customer_name } = line;
  return { day, quantity: toNumber(quantity), order_id, order_item_id, order_number, customer_name, trim_mm };
}

function shownReceipt(line: ComingLine, today: Day): Proposal['supply'][number] {
  const { day, expected_on, quantity, order_id, order_number } = line;
  return { kind: 'order', day, quantity: toNumber(quantity), order_id, order_number, is_late: expected_on < today };
}

/** Groups needs without a product by their material. */
function groupUnmet(unmet: readonly MaterialNeedOfLine[]): PurchaseProposals['without_product'] {
  const groups = Map.groupBy(unmet, ({ kind, weight, width_cm, colour }) =>
    [kind, Number(weight), Number(width_cm), colour].join('|'),
  );
  return [...groups.values()].map((lines) => {
    const [{ kind, weight, width_cm, colour }] = lines as [MaterialNeedOfLine];
    return {
      kind,
      gsm: kind === 'paper' ? toNumber(weight) : null,
      gauge: kind === 'film' ? toNumber(weight) : null,
      width_mm: toNumber(width_cm.times(MM_PER_CM)),
      colour,
      kg: toNumber(sum(lines.map(({ kg }) => kg))),
      m: toNumber(sum(lines.map(({ m }) => m))),
      orders: lines.map(({ order_id, order_item_id, order_number, customer_name, day }) => ({
        order_id,
        order_item_id,
        order_number,
        customer_name,
        day,
      })),
    };
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
