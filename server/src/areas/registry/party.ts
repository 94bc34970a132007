/** Code shared by suppliers and customers. */
import { sql } from 'kysely';
import type { Supplier, suppliers } from '@bobina/contract/registry/parties.ts';
import type { Act } from '../../platform/context.ts';
import { text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { AUDIT } from '../../platform/master-data.ts';
import { noticesOf } from '@bobina/contract/registry/party.rules.ts';

const ONLY_SEARCHED = [
  't.contact_role',
  't.contact_phone',
  't.address',
  't.zip_code',
  't.country_code',
  't.shipping_method',
  't.notes',
] as const;

/** The columns that suppliers and customers share. */
export const PARTY = [
  't.id',
  't.business_name',
  't.vat_number',
  't.contact_name',
  't.city',
  't.province',
  't.country',
  't.email',
  't.phone',
  ...ONLY_SEARCHED,
  ...AUDIT,
] as const;
export const PARTIES = {
  columns: {
    business_name: text('t.business_name'),
    vat_number: text('t.vat_number'),
    contact_name: text('t.contact_name'),
    city: text('t.city'),
    province: text('t.province'),
    country: text('t.country'),
    email: text('t.email'),
    phone: text('t.phone'),
    created_at: value('t.created_at'),
    modified_at: value('t.modified_at'),
  },
  alsoSearched: ONLY_SEARCHED,
  codes: ['t.business_name', 't.vat_number'],
  order: 'business_name',
} satisfies List<SortOf<typeof suppliers.list>>;

/** Adds notices for implausible values of a saved supplier or customer, and returns it. */
export async function notice<P extends Omit<Supplier, 'iban'>>(
  act: Act,
  table: 'suppliers' | 'customers',
  party: P,
): Promise<P> {
  for (const { code, path } of noticesOf(party)) act.warn(code, {}, path);
  const { rows } = await sql<{ business_name: string }>`
    select business_name from ${sql.table(table)}
    where lower(vat_number) = lower(${party.vat_number}) and id <> ${party.id} and deleted_at is null order by id limit 1`.execute(
    act.tx,
  );
  if (rows[0]) act.warn('vat_number_exists', { name: rows[0].business_name }, 'vat_number');
  return party;
}
