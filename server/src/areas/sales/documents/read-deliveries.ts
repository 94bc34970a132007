import { sql } from 'kysely';
import type { Language } from '@bobina/contract/core/languages.ts';
import type { Db } from '../../../platform/database/db.ts';
import { countryOf } from '@bobina/contract/registry/countries.ts';
import { languageOfCountry } from './document-texts.ts';

/** Goods of one batch on a packing list that is not cancelled, less returns, with the customer as in the register today. */
export interface BatchDelivery {
  customer_id: number;
  customer_name: string;
  contact_name: string | null;
  email: string | null;
  phone: string | null;
  /** The language of documents for the customer's country. */
  language: Language;
  packing_list_id: number;
  packing_list_number: string;
  /** The day of the packing list. */
  date: string;
  /** The delivery address of the packing list on one line. */
  destination: string;
  batch_id: number;
  quantity: number;
}

/** Reads who received goods of the batches and kept some: the newest packing list first, one row per list and batch. */
export async function readDeliveries(db: Db, batches: readonly number[]): Promise<BatchDelivery[]> {
  const { rows } = await sql<Omit<BatchDelivery, 'language'> & { country: string | null; country_code: string | null }>`
    select l.customer_id, c.business_name as customer_name, c.contact_name, c.email, coalesce(c.contact_phone, c.phone) as phone,
      c.country, c.country_code, l.id as packing_list_id, l.packing_list_number, l.packing_date as date, m.batch_id,
      sum(i.quantity - coalesce(back.quantity, 0))::float8 as quantity,
      case when l.destination is null
        then concat_ws(', ', l.customer ->> 'address', nullif(concat_ws(' ', l.customer ->> 'zip_code', l.customer ->> 'city'), ''))
        else concat_ws(', ', l.destination ->> 'indirizzo', nullif(concat_ws(' ', l.destination ->> 'cap', l.destination ->> 'citta'), ''), l.destination ->> 'nazione')
      end as destination
    from stock_movements m
    join packing_list_items i on i.movement_id = m.id
    join packing_lists l on l.id = i.packing_list_id and l.status = 'issued'
    join customers c on c.id = l.customer_id
    left join lateral (select sum(quantity) as quantity from returned_goods where packing_list_item_id = i.id) back on true
    where m.batch_id = any (${batches}::integer[]) and m.deleted_at is null
    group by l.id, c.id, m.batch_id having sum(i.quantity - coalesce(back.quantity, 0)) > 0
    order by l.packing_date desc, l.id desc, m.batch_id`.execute(db);
  return rows.map(({ country, country_code, ...row }) => ({
    ...row,
    language: languageOfCountry(countryOf({ country, country_code })),
  }));
}
