/** Layout of a VAT register. */
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { Language } from '@bobina/contract/core/languages.ts';
import type { VatRegister, VatSum } from '@bobina/contract/sales/accounting.ts';
import type { PrintedCompany } from '@bobina/contract/sales/printed-documents.ts';
import { documentTexts, printFormats } from '../document-texts.ts';
import { documentOf, EMPTY, opening, textTable, type Frame } from './parts.ts';

export interface PrintedRegister {
  register: VatRegister;
  company: PrintedCompany;
  language: Language;
}

/** Builds the pdfmake definition of a VAT register: a line for each document, rate and nature, then the sums. */
export function vatRegisterDocument({ register, company, language }: PrintedRegister): TDocumentDefinitions {
  const texts = documentTexts(language);
  const words = texts.accounting;
  const formats = printFormats(language);
  const money = (value: number) => formats.money(value, 'EUR');
  const period = `${formats.day(register.from)} – ${formats.day(register.to)}`;
  const frame: Frame = {
    company,
    language,
    texts,
    title: words.registers[register.kind],
    number: period,
    subtitle: period,
    customer: '',
    mark: null,
  };
  const amounts = ({ vat_rate, natura, net_amount, vat_amount }: VatSum) => [
    `${formats.percent(vat_rate)} %`,
    natura ?? '',
    money(net_amount),
    money(vat_amount),
  ];
  const heads = [words.rate, words.natura, words.net, words.vat];
  const rows = register.rows.flatMap((row) =>
    row.sums.map((sum, at) => [
      ...(at === 0
        ? [
            formats.day(row.day),
            row.register_number,
            [
              row.document_number === row.register_number
                ? null
                : `${row.document_number} (${formats.day(row.document_day)})`,
              row.party_name,
              row.party_vat_number,
              row.split_payment ? words.split_mark : null,
            ]
              .filter(Boolean)
              .join(' · '),
          ]
        : ['', '', '']),
      ...amounts(sum),
    ]),
  );
  return documentOf(frame, [
    opening(frame),
    textTable(
      [words.day, words.number, words.party, ...heads],
      rows.length === 0 ? [[...heads, '', '', ''].map(() => EMPTY)] : rows,
      { stretched: 2, numbersFrom: 5, least: 34 },
    ),
    { text: words.sums, fontSize: 11, bold: true, margin: [0, 16, 0, 2] },
    textTable(
      ['', ...heads],
      [
        ...register.sums.map((sum) => ['', ...amounts(sum)]),
        [words.total, '', '', money(register.net_amount), money(register.vat_amount)],
        ...(register.split_payment_vat === 0 ? [] : [[words.split, '', '', '', money(register.split_payment_vat)]]),
      ],
      { stretched: 0, numbersFrom: 3, least: 34 },
    ),
  ]);
}
