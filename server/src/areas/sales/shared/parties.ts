/** Snapshots of the parties at the time of the document, stored in it under the names of their own columns. */
import { sql } from 'kysely';
import type { InstalmentRule } from '@bobina/contract/sales/instalments.rules.ts';
import type { PaymentTermRule } from '@bobina/contract/sales/due-date.rules.ts';
import type { Act } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/db.ts';

const KEPT_FOR_ROWS = sql`array['version', 'created_at', 'created_by', 'modified_at', 'modified_by', 'deleted_at', 'deleted_by', 'search_text']`;

export interface CompanySnapshot {
  business_name: string | null;
  vat_number: string | null;
  address: string | null;
  zip_code: string | null;
  city: string | null;
  country: string | null;
  country_code: string | null;
}
export interface CustomerSnapshot {
  id: number;
  business_name: string;
  vat_number: string;
  valuta: string;
  vat_code: string | null;
  /** S: split payment, the customer pays the VAT to the state. Absent in documents of earlier releases. */
  esigibilita?: string | null;
}
export interface PaymentSnapshot extends PaymentTermRule {
  /** Absent in documents of earlier releases. */
  instalments?: InstalmentRule[];
  descrizione: string | null;
  modalita_pagamento: string | null;
}

/** Returns a snapshot of the company with the notes of French law, without its logo, which is large. */
export async function snapshotCompany(db: Db): Promise<CompanySnapshot> {
  const { rows } = await sql<{ company: CompanySnapshot }>`
    select to_jsonb(t) - ${KEPT_FOR_ROWS} - array['id', 'logo'] || (
      select jsonb_build_object('fr_note_pmt', fr_note_pmt, 'fr_note_pmd', fr_note_pmd, 'fr_note_aab', fr_note_aab) from settings
    ) as company from company t`.execute(db);
  return rows[0]!.company;
}

/** A public body without an explicit value pays without the VAT: art. 17-ter DPR 633/72. */
const customerSnapshot = sql`to_jsonb(t) - ${KEPT_FOR_ROWS} - array['notes', 'is_active']
  || case when is_public_body and esigibilita is null then '{"esigibilita": "S"}'::jsonb else '{}'::jsonb end as customer`;

/** Returns a snapshot of a customer. */
export async function snapshotCustomer(db: Db, id: number): Promise<CustomerSnapshot> {
  const { rows } = await sql<{
    customer: CustomerSnapshot;
  }>`select ${customerSnapshot} from customers t where id = ${id}`.execute(db);
  return rows[0]!.customer;
}

/** Locks an active customer for share and returns its snapshot; undefined when there is none. */
export async function holdActiveCustomer(act: Act, id: number): Promise<CustomerSnapshot | undefined> {
  const { rows } = await sql<{ customer: CustomerSnapshot }>`
    select ${customerSnapshot} from customers t where id = ${id} and deleted_at is null and is_active for share`.execute(
    act.tx,
  );
  return rows[0]?.customer;
}

/** Returns the current payment terms of a customer; immediate payment by default. */
export async function snapshotPayment(db: Db, customer: number): Promise<PaymentSnapshot> {
  const { rows } = await sql<PaymentSnapshot>`
    select t.descrizione, coalesce(t.giorni_differita, 0) as giorni_differita, coalesce(t.fine_mese, false) as fine_mese,
      coalesce(t.giorno_fisso_scadenza, 0) as giorno_fisso_scadenza,
      coalesce(t.instalments, '[]') as instalments, c.modalita_pagamento
    from customers c left join condizioni_pagamento t on t.id = c.tipo_pagamento_id where c.id = ${customer}`.execute(
    db,
  );
  return rows[0]!;
}

/**
 * Locks a goods destination of a customer for share and returns its snapshot; undefined when the customer has none with
 * this id.
 */
export async function snapshotDestination(
  act: Act,
  { customer, id }: { customer: number; id: number },
): Promise<object | undefined> {
  const { rows } = await sql<{ destination: object }>`
    select to_jsonb(t) - ${KEPT_FOR_ROWS} - array['id', 'customer_id'] as destination
    from destinazioni_merce t where id = ${id} and customer_id = ${customer} and deleted_at is null for share`.execute(
    act.tx,
  );
  return rows[0]?.destination;
}
