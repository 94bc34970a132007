/** The margins of order lines: net amounts of orders and costs of production. */
import { sql } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import { decimalOf, round, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import type { MarginRow } from '@bobina/contract/production/run-reports.ts';
import { readRunCosts } from '../../areas/production/runs/run-costs.ts';
import { readListPrices } from '../../areas/purchasing/pick-price.ts';
import type { Db } from '../../platform/database/db.ts';

interface Asked {
  /** Days of the order. */
  from?: Day | undefined;
  to?: Day | undefined;
  customer_id?: number | undefined;
  order_id?: number | undefined;
  /** Reads only lines of which a run made a part. */
  isMade?: boolean;
}
/** A margin with the day of its order. */
export type DatedMargin = MarginRow & { order_date: Day };
interface Line extends Omit<DatedMargin, 'net' | 'cost' | 'margin' | 'margin_percent' | 'partial'> {
  net: string;
  /** Whether a part was made without a run. */
  is_made_elsewhere: boolean;
  outputs: { id: number; run_id: number; cost: number | null; partial: boolean }[];
}

const CURRENCY = 'EUR';

/** Reads the order lines with their margins, by order, newest first. Ended runs have kept their costs; open ones are computed. */
export async function readMargins(db: Db, asked: Asked): Promise<DatedMargin[]> {
  const lines = await readLines(db, asked);
  const open = lines.flatMap(({ outputs }) => outputs.flatMap(({ cost, run_id }) => (cost === null ? [run_id] : [])));
  const running = await readRunCosts(db, { runs: [...new Set(open)], readListPrices });
  return lines.map(({ outputs, net, is_made_elsewhere, ...line }) => {
    const costs = outputs.map(({ id, run_id, cost, partial }) => {
      if (cost !== null) return { cost, partial };
      const run = running.get(run_id)!.cost;
      return { cost: run.outputs.find(({ output_id }) => output_id === id)!.cost, partial: run.partial };
    });
    const cost = costs.length > 0 ? sum(costs.map((part) => decimalOf(part.cost))) : null;
    const margin = cost && line.currency === CURRENCY ? decimalOf(net).minus(cost) : null;
    return {
      ...line,
      net: toNumber(net),
      cost: cost && toNumber(cost),
      margin: margin && toNumber(margin),
      margin_percent: margin && Number(net) > 0 ? toNumber(round(margin.times(100).div(net), 2)) : null,
      partial: is_made_elsewhere || line.currency !== CURRENCY || costs.some(({ partial }) => partial),
    };
  });
}

async function readLines(db: Db, { from, to, customer_id, order_id, isMade = false }: Asked): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select i.id as order_item_id, i.order_id, o.order_number, o.order_date, o.customer_id, c.business_name as customer_name, i.product_id,
      p.code as product_code, i.quantity::float8 as quantity, i.total as net, c.valuta as currency,
      i.open_quantity > 0 as so_far,
      i.produced_quantity > (select coalesce(sum(quantity), 0) from run_outputs where order_item_id = i.id and undone_at is null)
        as is_made_elsewhere,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', u.id, 'run_id', u.run_id, 'cost', u.cost, 'partial', exists (
          select from run_inputs n
          where n.run_id = u.run_id and n.undone_at is null and n.quantity > 0 and n.currency is distinct from 'EUR'
        )) order by u.id)
        from run_outputs u where u.order_item_id = i.id and u.undone_at is null
      ), '[]') as outputs
    from customer_orders o
    join customer_order_items i on i.order_id = o.id
    join customers c on c.id = o.customer_id
    join products p on p.id = i.product_id
    where o.deleted_at is null
      and (${from ?? null}::date is null or o.order_date >= ${from ?? null}::date)
      and (${to ?? null}::date is null or o.order_date <= ${to ?? null}::date)
      and (${customer_id ?? null}::integer is null or o.customer_id = ${customer_id ?? null}::integer)
      and (${order_id ?? null}::integer is null or o.id = ${order_id ?? null}::integer)
      and (not ${isMade} or exists (select from run_outputs u where u.order_item_id = i.id and u.undone_at is null))
    order by o.order_date desc, o.id desc, i.position`.execute(db);
  return rows;
}
