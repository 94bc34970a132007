/** The company and the customer printed on a document. */
import { sql } from 'kysely';
import { PrintedCompany, type PrintedCustomer } from '@bobina/contract/sales/printed-documents.ts';
import type { Db } from '../../../platform/database/db.ts';
import { Problem, type MissingRefusal } from '../../../platform/problem.ts';
import { countryOf } from '@bobina/contract/registry/countries.ts';
import { filledParty } from './party-snapshots.rules.ts';

/** Printed fields of the company, possibly incomplete. */
export type CompanyRecord = Record<keyof PrintedCompany, string | null>;
export interface CustomerRecord {
  business_name: string;
  vat_number: string | null;
  tax_code: string | null;
  address: string;
  city: string;
  province: string | null;
  zip_code: string | null;
  country: string | null;
  country_code: string | null;
  email: string | null;
  phone: string | null;
  indirizzo_fatturazione: string | null;
  email_fatturazione: string | null;
  codice_destinatario: string | null;
  codice_invio_elettronico: string | null;
  modalita_pagamento: string | null;
  siren: string | null;
  siret: string | null;
  ice: string | null;
  routing_code: string | null;
  is_public_body: boolean | null;
  /** Null counts as `I`. */
  esigibilita: string | null;
}

const COMPANY_KEYS = Object.keys(PrintedCompany.shape);
const CUSTOMER_KEYS = [
  'business_name',
  'vat_number',
  'tax_code',
  'address',
  'city',
  'province',
  'zip_code',
  'country',
  'country_code',
  'email',
  'phone',
  'indirizzo_fatturazione',
  'email_fatturazione',
  'codice_destinatario',
  'codice_invio_elettronico',
  'modalita_pagamento',
  'siren',
  'siret',
  'ice',
  'routing_code',
  'is_public_body',
  'esigibilita',
] as const satisfies (keyof CustomerRecord)[];

/** A public body without an explicit value pays without the VAT, as in `parties.ts`. */
const CUSTOMER_COLUMNS = CUSTOMER_KEYS.map((key) =>
  key === 'esigibilita'
    ? `case when is_public_body then coalesce(esigibilita, 'S') else esigibilita end as ${key}`
    : key,
);

/** Fields that may be filled in later for an electronic invoice; the logo is not part of the snapshot. */
const COMPANY_CORRECTED = new Set([
  'business_name',
  'vat_number',
  'address',
  'zip_code',
  'city',
  'province',
  'country',
  'country_code',
  'regime_fiscale',
  'iban',
  'bank',
  'siren',
  'siret',
  'ice',
  'logo',
]);
const CUSTOMER_CORRECTED = new Set([
  'vat_number',
  'tax_code',
  'zip_code',
  'province',
  'country',
  'country_code',
  'codice_destinatario',
  'codice_invio_elettronico',
  'modalita_pagamento',
  'siren',
  'siret',
  'ice',
  'routing_code',
  'is_public_body',
]);

type Located = { country: string | null; country_code: string | null };

/**
 * Returns the printed parties. @param kept the document's snapshots; undefined for a draft, which prints the current
 * registers
 */
export async function partiesOf(
  db: Db,
  customerId: number,
  kept: { company: object | null; customer: object | null },
): Promise<{ company: CompanyRecord; customer: CustomerRecord }> {
  const { company, customer } = await readParties(db, customerId);
  return {
    company: kept.company ? asKept(kept.company, company, COMPANY_CORRECTED) : withCountry(company),
    customer: kept.customer ? asKept(kept.customer, customer, CUSTOMER_CORRECTED) : withCountry(customer),
  };
}

/** Reads the printed fields of the company as they are today. */
export async function readCompanyRecord(db: Db): Promise<CompanyRecord> {
  const { rows } = await sql<
    Record<string, string | null>
  >`select ${columns(COMPANY_KEYS)} from company where id = 1`.execute(db);
  return withCountry(plain(rows[0]!) as CompanyRecord);
}

/** Builds the printed fields of a customer. */
export function printedCustomer(id: number, customer: CustomerRecord): PrintedCustomer {
  return {
    id,
    business_name: customer.business_name,
    vat_number: customer.vat_number,
    tax_code: customer.tax_code,
    address: customer.address,
    city: customer.city,
    province: customer.province,
    zip_code: customer.zip_code,
    country: customer.country,
    country_code: customer.country_code,
  };
}

const COMPANY_PRINTS = ['business_name', 'vat_number', 'address', 'zip_code', 'city'] as const;
export const COMPANY_SCREEN = '/anagrafica/azienda';
/** Returns the path of a customer's edit screen. */
export function customerScreen(id: number) {
  return `/anagrafica/clienti?edit=${id}`;
}

/** Returns the missing company fields without which no document can be printed. */
export function missingOfCompany(company: CompanyRecord): MissingRefusal[] {
  return COMPANY_PRINTS.filter((field) => company[field] === null).map((field) => ({
    field: `company.${field}`,
    code: `company_${field}`,
    path: COMPANY_SCREEN,
  }));
}

/** Returns the company if a document can be printed. @throws INCOMPLETE_DOCUMENT with the missing fields */
export function requireCompleteCompany(company: CompanyRecord): PrintedCompany {
  const missing = missingOfCompany(company);
  if (missing.length > 0) throw new Problem('INCOMPLETE_DOCUMENT', { missing });
  return company as PrintedCompany;
}

function given(value: string | null) {
  return value === '' ? null : value;
}

function withCountry<P extends { country: string | null; country_code: string | null }>(party: P): P {
  return {
    ...party,
    country_code: countryOf(party),
  };
}

function columns(keys: readonly string[]) {
  return sql.raw(keys.join());
}

function plain(row: Record<string, string | null>) {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, given(value)]));
}

/** Reads the company and the customer in one round trip. */
async function readParties(db: Db, customerId: number): Promise<{ company: CompanyRecord; customer: CustomerRecord }> {
  const { rows } = await sql<Record<'company' | 'customer', Record<string, string | null>>>`
    select row_to_json(c) as company, row_to_json(k) as customer
    from (select ${columns(COMPANY_KEYS)} from company where id = 1) c,
      (select ${columns(CUSTOMER_COLUMNS)} from customers where id = ${customerId}) k`.execute(db);
  return {
    company: plain(rows[0]!.company) as CompanyRecord,
    customer: plain(rows[0]!.customer) as unknown as CustomerRecord,
  };
}

/** Keeps a country stored only as a name; the current country code does not replace it. */
function asKept<P extends Located>(snapshot: object, now: P, fillable: ReadonlySet<string>): P {
  const kept = withCountry({ country: null, country_code: null, ...snapshot });
  return withCountry(filledParty(kept, now as P & Record<string, unknown>, fillable));
}
