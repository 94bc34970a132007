/** Declarations of intent (art. 8, c. 1, lett. c) DPR 633/72): invoices with natura N3.5 draw down their ceiling. */
import { decimalOf, round, sum, type Decimal } from '@bobina/contract/core/decimal.ts';
import type { Day } from '@bobina/contract/core/dates.ts';
import { NEARLY_USED_PERCENT } from '@bobina/contract/registry/declarations.ts';
import { sql } from 'kysely';
import type { Act } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { MissingRefusal } from '../../../platform/problem.ts';
import { countryOf } from '@bobina/contract/registry/countries.ts';
import type { InvoiceContent } from './invoice-content.ts';

export interface Declaration {
  id: number;
  protocol: string;
  day: Day;
}
interface Drawn {
  /** Null when the invoice has no line with N3.5, or the customer no declaration of the year. */
  declaration: Declaration | null;
  missing: MissingRefusal[];
  /** The part of the ceiling that is used with this invoice, in whole percent rounded down. */
  percent: number;
  /** Whether the invoice has lines with N3.5, but the customer has no declaration of the year. */
  isWithout: boolean;
}

const NONE: Drawn = { declaration: null, missing: [], percent: 0, isWithout: false };
const NATURA = 'N3.5';
export const DECLARATIONS_SCREEN = '/anagrafica/dichiarazioni-intento';

/**
 * Finds the declaration that an invoice draws down: the customer's oldest one of the year of `day` that has enough left.
 * Locks nothing.
 */
export async function findDeclaration(
  db: Db,
  content: InvoiceContent,
  { exchange_rate, day }: { exchange_rate: string | null; day: Day },
): Promise<Drawn> {
  const wanted = wantedOf(content, exchange_rate);
  if (wanted.eq(0)) return NONE;
  const { rows } = await sql<Declaration & { ceiling: string; used: string }>`
    select id, protocol, day, ceiling, used_of_declaration(id) as used from declarations_of_intent
    where ${ofCustomer(content, day)} order by day, id`.execute(db);
  if (rows.length === 0) return { ...NONE, isWithout: true };
  const found = rows.find(({ ceiling, used }) => wanted.plus(used).lte(ceiling));
  if (!found) {
    const { protocol, ceiling, used } = rows.at(-1)!;
    const left = decimalOf(ceiling).minus(used).toFixed(2);
    return {
      ...NONE,
      missing: [
        {
          field: 'declaration',
          code: 'declaration_used_up',
          values: { protocol, left, wanted: wanted.toFixed(2) },
          path: DECLARATIONS_SCREEN,
        },
      ],
    };
  }
  const { id, protocol, day: declared, ceiling, used } = found;
  const percent = Number(wanted.plus(used).times(100).div(ceiling).round(0, 0));
  return { declaration: { id, protocol, day: declared }, missing: [], percent, isWithout: false };
}

/** Locks the declarations that the invoice may draw down, so that no other invoice draws on them at the same time. */
export async function lockDeclarations(act: Act, content: InvoiceContent, day: Day): Promise<void> {
  if (wantedOf(content, null).eq(0)) return;
  await sql`select 1 from declarations_of_intent where ${ofCustomer(content, day)} order by id for no key update`.execute(
    act.tx,
  );
}

/** Warns of a declaration that is nearly used up, or missing. */
export function warnOfDeclaration(act: Act, { declaration, percent, isWithout }: Drawn, day: Day): void {
  if (declaration && percent >= NEARLY_USED_PERCENT)
    act.warn('declaration_nearly_used', { protocol: declaration.protocol, percent: String(percent) }, 'declaration');
  if (isWithout) act.warn('declaration_missing', { year: day.slice(0, 4) }, 'declaration');
}

function ofCustomer({ customer }: InvoiceContent, day: Day) {
  return sql`customer_id = ${customer.id} and year = extract(year from ${day}::date) and declarations_of_intent.day <= ${day}
    and deleted_at is null`;
}

/** Returns the net amount in EUR with N3.5 of an Italian company's invoice. */
function wantedOf({ company, amounts }: InvoiceContent, exchange_rate: string | null): Decimal {
  const country = countryOf(company);
  if (country !== null && country !== 'IT') return decimalOf(0);
  const lines = amounts.groups.filter(({ natura }) => natura === NATURA);
  return round(sum(lines.map(({ net }) => net)).div(exchange_rate ?? 1), 2);
}
