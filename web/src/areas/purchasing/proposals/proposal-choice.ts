/** The order lines of a proposal: the proposed values and the edited ones. */
import { addDays, type Day } from '@bobina/contract/core/dates.ts';
import { decimalOf, lineTotal, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import type { Proposal, ProposalLine } from '@bobina/contract/purchasing/proposals.ts';
import type { Entered } from '../../../ui/form/NumberBox.tsx';
import { inLots } from '../lots.ts';

export interface Typed {
  quantity?: Entered;
  unit_price?: Entered;
  /** Of an alternative. */
  supplier_id?: number;
}
/** A proposal with the chosen offer. */
export interface Choice {
  key: string;
  proposal: Proposal;
  supplier_id: number | null;
  supplier_name: string | null;
  currency: Proposal['currency'];
  quantity: Entered;
  unit_price: Entered | undefined;
  arrival_day: Day;
  in_time: boolean;
  /** quantity × price; null without one of them. */
  total: number | null;
}
export interface SupplierGroup {
  supplier_id: number | null;
  supplier_name: string | null;
  /** Made, not bought. */
  production: boolean;
  choices: Choice[];
}

/** The identity of a proposal while its numbers change. */
export function proposalKey({ product_id, need_day }: Pick<Proposal, 'product_id' | 'need_day'>): string {
  return `${product_id}|${need_day ?? ''}`;
}

/** Combines a proposal with the edited values. */
export function choose(proposal: Proposal, typed: Typed = {}): Choice {
  const other = proposal.alternatives.find(({ supplier_id }) => supplier_id === typed.supplier_id);
  const offer = other ?? proposal;
  const quantity = typed.quantity === undefined ? proposal.quantity : typed.quantity;
  // A price of 0 is unknown: the field is empty.
  const unit_price = typed.unit_price === undefined ? offer.unit_price || undefined : typed.unit_price;
  return {
    key: proposalKey(proposal),
    proposal,
    supplier_id: offer.supplier_id,
    supplier_name: offer.supplier_name,
    currency: offer.currency,
    quantity,
    unit_price,
    arrival_day: other && !(other.in_time && !proposal.late) ? other.arrives_on : proposal.arrival_day,
    in_time: other ? other.in_time : !proposal.late,
    total: isAmount(quantity) && isAmount(unit_price) ? toNumber(lineTotal(quantity, unit_price)) : null,
  };
}

/** Whether a proposal can be ordered: it is bought, and a supplier is known. */
export function canBeOrdered({ proposal, supplier_id }: Choice): boolean {
  return !proposal.production && supplier_id !== null;
}

/** Raises a typed quantity to the least lot and the multiple; returns other values unchanged. */
export function toLot(quantity: Entered, proposal: Proposal): Entered {
  return isAmount(quantity) ? inLots(quantity, proposal) : quantity;
}

/** The line of the order; undefined if its quantity or price is not a number above 0. */
export function lineOf({ proposal, supplier_id, quantity, unit_price, arrival_day }: Choice): ProposalLine | undefined {
  if (supplier_id === null || !isAmount(quantity) || !isAmount(unit_price)) return undefined;
  return {
    product_id: proposal.product_id,
    need_day: proposal.need_day,
    shortage: proposal.shortage,
    supplier_id,
    quantity,
    unit_price,
    requested_arrival_date: arrival_day,
  };
}

/** Groups choices by supplier, in the order of the most urgent; those without a supplier and those to make come last. */
export function groupBySupplier(choices: readonly Choice[]): SupplierGroup[] {
  const groups = Map.groupBy(choices, ({ supplier_id, proposal }) =>
    proposal.production ? 'make' : String(supplier_id),
  );
  return [...groups.values()]
    .map((members) => ({
      supplier_id: members[0]!.supplier_id,
      supplier_name: members[0]!.supplier_name,
      production: members[0]!.proposal.production,
      choices: members,
    }))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** The totals of choices by currency. */
export function totalsOf(choices: readonly Choice[]): { currency: Proposal['currency']; total: number }[] {
  const groups = Map.groupBy(
    choices.filter(({ total }) => total !== null),
    ({ currency }) => currency,
  );
  return [...groups].map(([currency, members]) => ({
    currency,
    total: toNumber(sum(members.map(({ total }) => decimalOf(total!)))),
  }));
}

/** The last day of a filter; undefined for all. */
export function untilOf(due: 'today' | 'week' | undefined, today: Day): Day | undefined {
  if (due === undefined) return undefined;
  return due === 'today' ? today : addDays(today, 7);
}

function isAmount(value: Entered | undefined): value is number {
  return typeof value === 'number' && value > 0;
}

function rankOf({ production, supplier_id }: SupplierGroup): number {
  if (production) return 2;
  return supplier_id === null ? 1 : 0;
}
