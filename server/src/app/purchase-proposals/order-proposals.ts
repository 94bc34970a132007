import { sql } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import { decimalOf } from '@bobina/contract/core/decimal.ts';
import { offersFor } from '@bobina/contract/purchasing/proposals.rules.ts';
import type { Proposal, ProposalLine } from '@bobina/contract/purchasing/proposals.ts';
import { createOrder } from '../../areas/purchasing/create-order.ts';
import { readSettings } from '../../areas/registry/index.ts';
import type { Act } from '../../platform/context.ts';
import { FieldChecks, Problem } from '../../platform/problem.ts';
import { mondayOf } from '../dashboard/weeks.ts';
import { shownProposal } from './list-proposals.ts';
import { planProducts, type PlannedProduct } from './plan-products.ts';

interface CheckedLine {
  line: ProposalLine;
  currency: string;
  /** The computation behind the line, as stored. */
  proposal: Proposal;
}

/** Share of the shortage that may have been covered since it was read. */
const TOLERANCE = decimalOf('0.99');

/**
 * Creates one purchase order per supplier, currency and arrival day or week. An advisory lock serializes orders from
 * proposals, so that two users do not order the same shortage twice.
 * @throws STALE_VERSION with the lines whose shortage is covered or is smaller by more than 1 %; VALIDATION for a product
 * that is made
 */
export async function orderProposals(act: Act, { lines }: { lines: readonly ProposalLine[] }) {
  await sql`select pg_advisory_xact_lock(hashtextextended('purchase_proposals', 0))`.execute(act.tx);
  const { today, products } = await planProducts(act.tx);
  const byId = new Map(products.map((product) => [product.product.product_id, product]));
  refuseProducedGoods(lines, byId);
  const stale: number[] = [];
  const checked = lines.flatMap((line, index): CheckedLine[] => {
    const product = byId.get(line.product_id);
    const planned = product?.plan.find(({ need_day }) => need_day === (line.need_day ?? null));
    if (!product || !planned || planned.shortage.lt(TOLERANCE.times(line.shortage))) {
      stale.push(index);
      return [];
    }
    const proposal = shownProposal(product, { planned, today, showsPrices: true });
    return [{ line, proposal, currency: currencyOf(product, line) }];
  });
  if (stale.length > 0) throw new Problem('STALE_VERSION', { extra: { lines: stale } });
  const { proposal_grouping } = await readSettings(act.tx);
  const groups = Map.groupBy(checked, ({ line: { supplier_id, requested_arrival_date: day }, currency }) =>
    JSON.stringify([supplier_id, currency, proposal_grouping === 'week' ? mondayOf(day) : day]),
  );
  const orders = [];
  // Suppliers, then products are locked in the order of their ids; each order takes its number last.
  for (const group of [...groups.values()].toSorted((a, b) => a[0]!.line.supplier_id - b[0]!.line.supplier_id))
    orders.push(await orderGroup(act, group, today));
  return { orders };
}

function refuseProducedGoods(lines: readonly ProposalLine[], products: ReadonlyMap<number, PlannedProduct>): void {
  const checks = new FieldChecks();
  for (const [index, { product_id }] of lines.entries())
    if (products.get(product_id)?.product.production) checks.add(`lines.${index}.product_id`, 'production');
  checks.done();
}

/** The currency of the supplier's valid price, otherwise the product's. */
function currencyOf({ product, input }: PlannedProduct, { supplier_id, quantity }: ProposalLine): string {
  const offer = offersFor(input.offers, decimalOf(quantity)).find((found) => found.supplier_id === supplier_id);
  return offer?.currency ?? product.currency;
}

async function orderGroup(act: Act, group: readonly CheckedLine[], today: Day) {
  const { supplier_id } = group[0]!.line;
  const days = group.map(({ line }) => line.requested_arrival_date).toSorted();
  const { id, order_number } = await createOrder(
    act,
    {
      supplier_id,
      order_date: today,
      requested_arrival_date: days[0]!,
      items: group.map(({ line }) => ({
        product_id: line.product_id,
        quantity: line.quantity,
        unit_price: line.unit_price,
      })),
    },
    { currency: group[0]!.currency, proposals: group.map(({ proposal }) => proposal) },
  );
  return { id, order_number, supplier_id };
}
