import type { Company } from '@bobina/contract/registry/company.ts';

/** Sections of the company data and their fields, without the logo. */
export const COMPANY_SECTIONS = {
  identity: ['business_name', 'vat_number', 'tax_code'],
  seat: ['address', 'city', 'province', 'zip_code', 'country', 'country_code', 'phone', 'email', 'pec'],
  bankData: ['bank', 'iban', 'sia_code', 'creditor_id'],
  fiscal: ['share_capital', 'rea', 'regime_fiscale', 'siren', 'siret', 'ice', 'gs1_prefix'],
} as const;
type Field = (typeof COMPANY_SECTIONS)[keyof typeof COMPANY_SECTIONS][number];
/** The company data with all fields by name. */
export type CompanyRow = Company & Record<Field | 'logo', string | null>;
/** Fields that span the whole line. */
export const WIDE_FIELDS: ReadonlySet<string> = new Set(['business_name', 'address']);
