/** The accountant's calls. They read sales, purchases and stock, so they belong to none of these areas. */
import type { Day } from '@bobina/contract/core/dates.ts';
import { XLSX } from '@bobina/contract/core/endpoint.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import type { accounting, Entries, EntryRow, VatRegister } from '@bobina/contract/sales/accounting.ts';
import { companyToday } from '../../areas/registry/index.ts';
import { documentTexts } from '../../areas/sales/documents/document-texts.ts';
import { printedCompany } from '../../areas/sales/documents/print-recall.ts';
import { printInThread } from '../../areas/sales/documents/print/printer.ts';
import { readCompanyRecord } from '../../areas/sales/shared/party-snapshot.ts';
import type { Db } from '../../platform/database/db.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import type { ConstraintProblems } from '../../platform/http/errors.ts';
import { FileAnswer } from '../../platform/http/file-answer.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { invalid, Problem } from '../../platform/problem.ts';
import { writeCsv, writeWorkbook, type Cell, type Sheet } from '../../platform/spreadsheet.ts';
import { readEntries } from './entries.ts';
import { fecName, fecOf } from './fec.rules.ts';
import { closePeriod, listPeriods } from './periods.ts';
import { readVatRegister } from './vat-register.ts';
import { readSequence, readYearEndStock } from './year-end.ts';

function periodClosed() {
  return new Problem('PERIOD_CLOSED');
}
export const accountingConstraints: ConstraintProblems = {
  accounting_periods_closed: periodClosed,
  accounting_periods_forward: periodClosed,
  accounting_periods_once: periodClosed,
  accounting_periods_past: () => invalid('until', 'notOver'),
};

const REGISTER_FORMATS = { json: undefined, pdf: 'application/pdf', xlsx: XLSX } as const;
const ENTRY_FORMATS = { json: undefined, csv: 'text/csv', xlsx: XLSX, fec: 'text/plain' } as const;

export const accountingHandlers: Omit<Handlers<typeof accounting>, 'stampDuty'> = {
  vatRegister: async ({ query: { kind, format, ...period }, accept }, { db, language, user }) => {
    const { register, company } = await inSnapshot(db, async (tx) => {
      await requireRegisters(tx);
      return {
        register: await readVatRegister(tx, { kind, ...(await daysOf(tx, period)) }),
        company: await printedCompany(tx),
      };
    });
    const type = format === undefined ? accept : REGISTER_FORMATS[format];
    const name = `${kind}-${register.from}-${register.to}`;
    if (type === XLSX)
      return new FileAnswer(
        XLSX,
        `${name}.xlsx`,
        await writeWorkbook(registerSheets(register, language)),
        'attachment',
      );
    if (type === undefined) return register;
    const pdf = await printInThread({ kind: 'vat_register', report: { register, company, language } }, user.id);
    return new FileAnswer('application/pdf', `${name}.pdf`, pdf, 'inline');
  },
  entries: async ({ query: { format, ...period }, accept }, { db, language }) => {
    const type = format === undefined ? accept : ENTRY_FORMATS[format];
    const { entries, siren } = await inSnapshot(db, async (tx) => {
      const { siren } = await requireRegisters(tx);
      const days = await daysOf(tx, period);
      return { siren, entries: await readEntries(tx, { ...days, language: type === 'text/plain' ? 'fr' : language }) };
    });
    const name = `entries-${entries.from}-${entries.to}`;
    if (type === 'text/plain')
      return new FileAnswer(type, fecName(siren, entries.to), fecOf(entries.rows), 'attachment');
    if (type === 'text/csv')
      return new FileAnswer(type, `${name}.csv`, writeCsv(entrySheet(entries, language)), 'attachment');
    if (type === XLSX)
      return new FileAnswer(XLSX, `${name}.xlsx`, await writeWorkbook([entrySheet(entries, language)]), 'attachment');
    return entries;
  },
  stockValue: ({ query: { year } }, { db, language }) =>
    inSnapshot(db, (tx) => readYearEndStock(tx, { year, language })),
  sequence: ({ query: { year } }, { db }) => readSequence(db, year),
  periods: (_input, { db }) => listPeriods(db),
  closePeriod: ({ body: { until } }, act) => closePeriod(act, until),
};

/** Refuses companies of other countries. A company without a country counts as Italian. @throws INVALID_TRANSITION */
async function requireRegisters(db: Db): Promise<{ siren: string | null }> {
  const { country_code, siren } = await readCompanyRecord(db);
  if (country_code !== null && !['IT', 'FR'].includes(country_code))
    throw new Problem('INVALID_TRANSITION', { text: 'NO_REGISTERS' });
  return { siren };
}

/** @throws VALIDATION when the end is before the start */
async function daysOf(
  db: Db,
  { from, to }: { from?: Day | undefined; to?: Day | undefined },
): Promise<{ from: Day; to: Day }> {
  const end = to ?? (await companyToday(db));
  const start = from ?? `${end.slice(0, 4)}-01-01`;
  if (end < start) throw invalid('to', 'before_start');
  return { from: start, to: end };
}

function registerSheets(register: VatRegister, language: Language): Sheet[] {
  const words = documentTexts(language).accounting;
  const heads = [words.rate, words.natura, words.net, words.vat];
  const amounts = ({ vat_rate, natura, net_amount, vat_amount }: VatRegister['sums'][number]): Cell[] => [
    vat_rate,
    natura,
    net_amount,
    vat_amount,
  ];
  return [
    {
      title: words.registers[register.kind],
      heads: [
        words.day,
        words.entry,
        words.number,
        words.document_day,
        words.party,
        words.vat_number,
        ...heads,
        words.split_mark,
      ],
      rows: register.rows.flatMap((row) =>
        row.sums.map((sum) => [
          { day: row.day },
          row.register_number,
          row.document_number,
          { day: row.document_day },
          row.party_name,
          row.party_vat_number,
          ...amounts(sum),
          row.split_payment ? sum.vat_amount : null,
        ]),
      ),
    },
    {
      title: words.sums,
      heads,
      rows: [...register.sums.map(amounts), [words.total, null, register.net_amount, register.vat_amount]],
    },
  ];
}

function entrySheet({ rows }: Entries, language: Language): Sheet {
  const words = documentTexts(language).accounting;
  return {
    title: words.entries,
    heads: [
      words.journal,
      words.entry,
      words.day,
      words.number,
      words.document_day,
      words.account,
      words.account_name,
      words.party_code,
      words.party,
      words.text,
      words.debit,
      words.credit,
    ],
    rows: rows.map((row: EntryRow) => [
      row.journal,
      row.entry_number,
      { day: row.day },
      row.document_number,
      { day: row.document_day },
      row.account,
      row.account_name,
      row.party_code,
      row.party_name,
      row.description,
      row.debit,
      row.credit,
    ]),
  };
}
