/** Checks which bank data a file lacks; each result names the screen where it can be filled in. */
import type { SlipKind } from '@bobina/contract/sales/bank.ts';
import type { MissingRefusal } from '../../../platform/problem.ts';
import { italianTaxCode, validIban, vatDigits } from '../e-invoice/numbers.rules.ts';
import { COMPANY_SCREEN, customerScreen } from '../shared/party-snapshot.ts';
import type { BankCompany, BankParty } from './bank-file.ts';
import { bankOf, bankText, creditorIdentifier, italianAccount, siaCode } from './bank-numbers.rules.ts';

/** The company's register, possibly incomplete. */
export interface CompanyRegister {
  business_name: string | null;
  vat_number: string | null;
  tax_code: string | null;
  address: string | null;
  zip_code: string | null;
  city: string | null;
  province: string | null;
  country_code: string | null;
  iban: string | null;
  bank: string | null;
  sia_code: string | null;
  creditor_id: string | null;
}

/** The company data that are missing for a file. */
export function missingOfBank(kind: SlipKind, own: CompanyRegister): MissingRefusal[] {
  const iban = validIban(own.iban);
  return [
    ...when(bankText(own.business_name, 1) === '', () => company('business_name', 'company_business_name')),
    ...when(iban === null, () => company('iban', 'bank_iban')),
    ...(kind === 'riba'
      ? [
          ...when(iban !== null && italianAccount(iban) === null, () => company('iban', 'bank_italian_iban')),
          ...when(siaCode(own.sia_code) === null, () => company('sia_code', 'bank_sia')),
          ...when(taxIdOf(own) === '', () => company('vat_number', 'bank_company_tax')),
        ]
      : []),
    ...when(kind === 'pain008' && creditorIdentifier(own.creditor_id) === null, () =>
      company('creditor_id', 'bank_creditor_id'),
    ),
  ];
}

/** The data of a customer or supplier that are missing for a file. */
export function missingOfParty(kind: SlipKind, party: BankParty): MissingRefusal[] {
  if (kind === 'pain001')
    return when(validIban(party.iban) === null, () => ({
      field: 'supplier.iban',
      code: 'supplier_iban',
      values: { supplier: party.business_name },
      path: `/anagrafica/fornitori?edit=${party.id}`,
    }));
  if (kind === 'riba')
    return [
      ...when(bankOf(party) === null, () => customer(party, 'abi', 'customer_bank')),
      ...when(
        italianTaxCode(vatDigits(party.vat_number, 'IT')) === null && italianTaxCode(party.tax_code) === null,
        () => customer(party, 'vat_number', 'customer_tax_id'),
      ),
    ];
  return [
    ...when(validIban(party.iban) === null, () => customer(party, 'iban', 'customer_iban')),
    ...when(!/^.{1,35}$/.test(bankText(party.mandate_id, 36)), () => customer(party, 'mandate_id', 'customer_mandate')),
    ...when(party.mandate_day === null, () => customer(party, 'mandate_day', 'customer_mandate_day')),
  ];
}

/** The company of a file, from a register that lacks nothing. */
export function bankCompany(own: CompanyRegister): BankCompany {
  return {
    ...own,
    business_name: own.business_name!,
    tax_id: taxIdOf(own),
    iban: validIban(own.iban)!,
    sia: siaCode(own.sia_code) ?? '',
    creditor_id: creditorIdentifier(own.creditor_id) ?? '',
  };
}

function taxIdOf(own: CompanyRegister): string {
  return bankText(vatDigits(own.vat_number, own.country_code), 16) || bankText(own.tax_code, 16);
}
function company(field: string, code: MissingRefusal['code']): MissingRefusal {
  return { field: `company.${field}`, code, path: COMPANY_SCREEN };
}
function customer({ id, business_name }: BankParty, field: string, code: MissingRefusal['code']): MissingRefusal {
  return { field: `customer.${field}`, code, values: { customer: business_name }, path: customerScreen(id) };
}
function when<T>(condition: boolean, make: () => T): T[] {
  return condition ? [make()] : [];
}
