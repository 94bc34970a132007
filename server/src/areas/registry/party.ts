/** What suppliers and customers have in common. */
import { sql } from 'kysely';
import type { Supplier } from '@bobina/contract/registry/parties.ts';
import type { Act } from '../../platform/context.ts';
import { plainOrder, textOrder } from '../../platform/database/page.ts';
import { AUDIT } from '../../platform/master-data.ts';
import { noticesOf } from './party.rules.ts';

export const PARTY_TEXTS = [
  't.business_name',
  't.vat_number',
  't.contact_name',
  't.contact_role',
  't.contact_phone',
  't.address',
  't.city',
  't.province',
  't.zip_code',
  't.country',
  't.country_code',
  't.email',
  't.phone',
  't.shipping_method',
  't.notes',
] as const;
export const PARTY = ['t.id', ...PARTY_TEXTS, ...AUDIT] as const;
export const PARTY_ORDER = {
  business_name: textOrder('t.business_name'),
  vat_number: textOrder('t.vat_number'),
  contact_name: textOrder('t.contact_name'),
  city: textOrder('t.city'),
  province: textOrder('t.province'),
  country: textOrder('t.country'),
  email: textOrder('t.email'),
  phone: textOrder('t.phone'),
  created_at: plainOrder('t.created_at'),
  modified_at: plainOrder('t.modified_at'),
};

/** Says what looks wrong about a saved supplier or customer. */
export async function notice<P extends Supplier>(act: Act, table: 'suppliers' | 'customers', party: P): Promise<P> {
  for (const { code, path } of noticesOf(party)) act.warn(code, {}, path);
  const { rows } = await sql<{ business_name: string }>`
    select business_name from ${sql.table(table)}
    where lower(vat_number) = lower(${party.vat_number}) and id <> ${party.id} and deleted_at is null order by id limit 1`.execute(
    act.tx,
  );
  if (rows[0]) act.warn('vat_number_exists', { name: rows[0].business_name }, 'vat_number');
  return party;
}
