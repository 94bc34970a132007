import type { Company } from '@bobina/contract/registry/company.ts';

/** The company register as it is shown: its parts and their fields, but for the logo. */
export const COMPANY_SECTIONS = {
  identity: ['business_name', 'vat_number', 'tax_code'],
  seat: ['address', 'city', 'province', 'zip_code', 'country', 'country_code', 'phone', 'email', 'pec'],
  bankData: ['bank', 'iban'],
  fiscal: ['share_capital', 'rea', 'regime_fiscale', 'siren', 'ice'],
} as const;
type Field = (typeof COMPANY_SECTIONS)[keyof typeof COMPANY_SECTIONS][number];
/** The register as it is answered, with all its fields by name. */
export type CompanyRow = Company & Record<Field | 'logo', string | null>;
/** Fields that take a whole line. */
export const WIDE_FIELDS: ReadonlySet<string> = new Set(['business_name', 'address']);
