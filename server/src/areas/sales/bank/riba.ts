/**
 * Writes Ri.Ba. in the fixed-width format of the Italian banks (CBI): ASCII records of 120 characters, seven per receipt
 * (14, 20, 30, 40, 50, 51, 70) between a head (IB) and a tail (EF). Positions in comments count from 1.
 */
import type { Day } from '@bobina/contract/core/dates.ts';
import { decimalOf, sum } from '@bobina/contract/core/decimal.ts';
import { italianTaxCode, plain, vatDigits } from '../e-invoice/numbers.rules.ts';
import { byDay, purposeOf, type BankFile, type DueItem } from './bank-file.ts';
import { bankOf, bankText, italianAccount } from './bank-numbers.rules.ts';

const RECORD = 120;
const RECORDS_PER_RECEIPT = 7;

/** Writes one flow per due day, from IB to EF. Records end with CR LF. */
export function ribaFile(file: BankFile): string {
  return byDay(file.items)
    .flatMap(([, items], at) => flow(file, { items, support: `${file.reference}-${at + 1}` }))
    .map((record) => `${record}\r\n`)
    .join('');
}

function flow({ company, today }: BankFile, { items, support }: { items: DueItem[]; support: string }): string[] {
  const own = italianAccount(company.iban)!;
  const head = `${company.sia}${own.abi}${shortDay(today)}${left(support, 20)}`;
  const total = sum(items.map(({ amount }) => decimalOf(amount)));
  const count = items.length;
  return [
    // 114: the currency.
    record(' IB', head, blanks(74), 'E', blanks(6)),
    ...items.flatMap((item, at) => receipt(company, item, at + 1)),
    record(
      ...[' EF', head, blanks(6), digits(count, 7), cents(total.toFixed(2), 15), digits(0, 15)],
      ...[digits(count * RECORDS_PER_RECEIPT + 2, 7), blanks(24), 'E', blanks(6)],
    ),
  ];
}

function receipt(company: BankFile['company'], item: DueItem, count: number): string[] {
  const own = italianAccount(company.iban)!;
  const { party } = item;
  const bank = bankOf(party)!;
  const start = (type: string) => ` ${type}${digits(count, 7)}`;
  const province = left(party.province, 2);
  return [
    record(
      ...[start('14'), blanks(12), shortDay(item.day), '30000', cents(item.amount, 13), '-'],
      ...[own.abi, own.cab, own.account, bank.abi, bank.cab, blanks(12)],
      // 97: the kind of the code that follows, here the creditor's own number of the customer.
      ...[company.sia, '4', left(String(party.id), 16), blanks(6), 'E'],
    ),
    record(
      ...[start('20'), left(company.business_name, 24), left(company.address, 24)],
      ...[
        left([company.zip_code, company.city, company.province].filter(Boolean).join(' '), 24),
        blanks(24),
        blanks(14),
      ],
    ),
    record(start('30'), left(party.business_name, 60), left(taxOf(item), 16), blanks(34)),
    record(
      ...[start('40'), left(party.address, 30), zip(party.zip_code), left(party.city, 22), ' ', province],
      left(party.bank, 50),
    ),
    record(start('50'), left(purposeOf(item), 80), blanks(10), left(company.tax_id, 16), blanks(4)),
    record(start('51'), digits(count, 10), left(company.business_name, 20), blanks(80)),
    record(start('70'), blanks(110)),
  ];
}

/** The VAT number or the tax code that identifies a customer to its bank. */
function taxOf({ party }: DueItem): string {
  return italianTaxCode(vatDigits(party.vat_number, 'IT')) ?? italianTaxCode(party.tax_code) ?? plain(party.vat_number);
}

function record(...parts: string[]): string {
  const text = parts.join('').toUpperCase();
  if (text.length !== RECORD) throw new Error(`a record of ${text.length} characters: ${text}`);
  return text;
}
function blanks(length: number): string {
  return ' '.repeat(length);
}
function left(text: string | null, length: number): string {
  return bankText(text, length).padEnd(length);
}
function digits(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
function cents(amount: string, length: number): string {
  return amount.replace('.', '').padStart(length, '0');
}
function zip(code: string): string {
  return /^\d{5}$/.test(code.trim()) ? code.trim() : '00000';
}
/** `DDMMYY`. */
function shortDay(day: Day): string {
  const [year, month, date] = day.split('-') as [string, string, string];
  return `${date}${month}${year.slice(2)}`;
}
