/** The data of the three bank files. */
import type { Day } from '@bobina/contract/core/dates.ts';
import type { SlipKind } from '@bobina/contract/sales/bank.ts';

/** The company's bank data. All texts are as in the register. */
export interface BankCompany {
  business_name: string;
  address: string | null;
  zip_code: string | null;
  city: string | null;
  province: string | null;
  country_code: string | null;
  /** VAT number without its prefix, otherwise the tax code. */
  tax_id: string;
  /** Valid. */
  iban: string;
  bank: string | null;
  /** Of a Ri.Ba. only. */
  sia: string;
  /** Of a direct debit only. */
  creditor_id: string;
}

/** A customer or supplier with its bank data. */
export interface BankParty {
  id: number;
  business_name: string;
  vat_number: string;
  tax_code: string | null;
  address: string;
  zip_code: string;
  city: string;
  province: string;
  country_code: string | null;
  iban: string | null;
  bank: string | null;
  abi: string | null;
  cab: string | null;
  mandate_id: string | null;
  mandate_day: Day | null;
}

/** An open instalment with its document and its party. */
export interface DueItem {
  document_id: number;
  number: string;
  document_date: Day;
  instalment: number;
  due_date: Day;
  /** The day of its slip. */
  day: Day;
  /** EUR with two decimals. */
  amount: string;
  method: string | null;
  party: BankParty;
}

/** A file: at least one item, all checked. */
export interface BankFile {
  kind: SlipKind;
  company: BankCompany;
  /** Identifies the file to the bank: at most 15 letters, digits and `-`. */
  reference: string;
  created: Date;
  /** The company's day of `created`. */
  today: Day;
  items: readonly DueItem[];
}

/** Groups items by the day of their slip, earliest first. */
export function byDay(items: readonly DueItem[]): [Day, DueItem[]][] {
  const days = Map.groupBy(items, ({ day }) => day);
  return [...days].toSorted(([a], [b]) => a.localeCompare(b));
}

/** The text that the debtor or the supplier reads. */
export function purposeOf({ number, document_date }: DueItem): string {
  return `FATTURA ${number} DEL ${document_date.split('-').toReversed().join('/')}`;
}
