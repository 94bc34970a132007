/** Layouts of a statement of account and of a reminder. */
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { PrintedCompany } from '@bobina/contract/sales/printed-documents.ts';
import type { OpenItem, ReminderReport, Statement } from '@bobina/contract/sales/receivables.ts';
import { documentTexts, fillText, printFormats } from '../document-texts.ts';
import { block, documentOf, EMPTY, grid, opening, partyLines, textTable, WIDTH, type Frame } from './parts.ts';

/** Builds the pdfmake definition of a statement of account. */
export function statementDocument(report: Statement): TDocumentDefinitions {
  const { language, currency } = report;
  const texts = documentTexts(language).receivables;
  const formats = printFormats(language);
  const money = (value: number) => formats.money(value, currency);
  const entered = (value: number) => (value === 0 ? '' : money(value));
  const frame = frameOf(report, {
    title: texts.statement,
    number: formats.day(report.to),
    subtitle: `${formats.day(report.from)} – ${formats.day(report.to)}`,
    mark: null,
  });
  return documentOf(frame, [
    opening(frame, []),
    parties(report),
    heading(texts.movements),
    textTable(
      [texts.day, texts.movement, texts.debit, texts.credit, texts.balance],
      [
        ['', texts.opening, '', '', money(report.opening_balance)],
        ...report.entries.map(({ day, kind, number, method, debit, credit, balance }) => [
          formats.day(day),
          [texts.kinds[kind], number ?? method].filter(Boolean).join(' '),
          entered(debit),
          entered(credit),
          money(balance),
        ]),
        ['', texts.closing, '', '', money(report.closing_balance)],
      ],
      { stretched: 1, numbersFrom: 2, least: 50 },
    ),
    ...(report.open_items.length === 0 ? [] : openItems(report, report.open_items)),
    grid(
      [
        [texts.open, money(report.open_amount)],
        [texts.overdue, money(report.overdue_amount)],
        [texts.interest, money(report.interest_amount)],
        [texts.rate, formats.percent(report.interest_rate)],
      ],
      4,
    ),
    note(texts.not_charged),
  ]);
}

/** Builds the pdfmake definition of a reminder. A draft has a watermark. */
export function reminderDocument(report: ReminderReport): TDocumentDefinitions {
  const { language, currency, step } = report;
  const texts = documentTexts(language).receivables;
  const formats = printFormats(language);
  const frame = frameOf(report, {
    title: texts.reminders[step],
    number: formats.day(report.day),
    subtitle: formats.day(report.day),
    mark: report.status === 'draft' ? documentTexts(language).marks.draft : null,
  });
  const values = { amount: formats.money(report.overdue_amount, currency), date: formats.day(report.day) };
  return documentOf(frame, [
    opening(frame, []),
    parties(report),
    { text: fillText(texts.letters[step], values), margin: [0, 18, 0, 0] },
    ...openItems(report, report.items),
    grid(
      [
        [texts.overdue, values.amount],
        [texts.interest, formats.money(report.interest_amount, currency)],
        [texts.rate, formats.percent(report.interest_rate)],
      ],
      3,
    ),
    note(texts.not_charged),
    { text: texts.ignore, margin: [0, 12, 0, 0] },
    ...(report.company.iban
      ? [
          grid(
            [
              [
                documentTexts(language).meta.iban,
                [report.company.iban, report.company.bank].filter(Boolean).join(' · '),
              ],
            ],
            1,
          ),
        ]
      : []),
  ]);
}

type Report = Pick<Statement, 'language' | 'company' | 'customer' | 'currency'>;

function frameOf(report: Report, own: Pick<Frame, 'title' | 'number' | 'subtitle' | 'mark'>): Frame {
  const { company, language, customer } = report;
  return { company, language, customer: customer.business_name, texts: documentTexts(language), ...own };
}

function parties({ company, customer, language }: Report): Content {
  const { party } = documentTexts(language);
  const width = WIDTH / 2 - 10;
  return {
    margin: [0, 16, 0, 0],
    columns: [
      block(party.seller, partyLines(company as PrintedCompany, party), width),
      block(party.customer, partyLines(customer, party), width),
    ],
    columnGap: 20,
  };
}

function openItems({ language, currency }: Report, items: readonly OpenItem[]): Content[] {
  const texts = documentTexts(language).receivables;
  const formats = printFormats(language);
  return [
    heading(texts.open_items),
    textTable(
      [texts.invoice, texts.day, texts.due, texts.amount, texts.open, texts.days_late, texts.interest],
      items.map((item) => [
        item.invoice_number,
        formats.day(item.invoice_date),
        formats.day(item.due_date),
        formats.money(item.amount, currency),
        formats.money(item.open_amount, currency),
        item.days_late === 0 ? EMPTY : formats.number(item.days_late),
        item.interest === 0 ? EMPTY : formats.money(item.interest, currency),
      ]),
      { stretched: 0, numbersFrom: 3, least: 50 },
    ),
  ];
}

function heading(text: string): Content {
  return { text, fontSize: 11, bold: true, margin: [0, 16, 0, 2] };
}

function note(text: string): Content {
  return { text, fontSize: 7.5, margin: [0, 4, 0, 0] };
}
