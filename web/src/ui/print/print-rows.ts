import { commonText } from '../../lib/i18n/i18n.ts';
import { EMPTY, type Formats } from '../../lib/formats.ts';
import type { Output, Table } from '../export/export-rows.ts';
import { readAll } from '../export/read-all.ts';
import { alignOf, textOf } from '../table/columns.tsx';
import { printTable } from './elements.ts';
import { printDocument } from './print-document.ts';

const MOST_ON_PAPER = 5000;
const MANY_COLUMNS = 6;

/** Prints the filtered and sorted rows of a list, at most 5,000. */
export function printRows<Row>({ call, query, columns, title }: Output<Row>, formats: Formats): Promise<void> {
  return print({ title, columns }, formats, () => readAll(call, query, { most: MOST_ON_PAPER }));
}

/** Prints rows that are already on the screen. @param subtitle shown below the title, before the time of the print */
export function printTableOf<Row>(
  { rows, ...table }: Table<Row> & { subtitle?: string },
  formats: Formats,
): Promise<void> {
  return print(table, formats, () => Promise.resolve(rows));
}

function print<Row>(
  { title, columns, subtitle }: Omit<Table<Row>, 'rows'> & { subtitle?: string },
  formats: Formats,
  read: () => Promise<readonly Row[]>,
): Promise<void> {
  const printed = columns.filter(({ screenOnly }) => !screenOnly);
  const printedOn = commonText('print.printedOn').replace('{{when}}', formats.instant(new Date().toISOString()));
  return printDocument({
    title,
    subtitle: [subtitle, printedOn].filter(Boolean).join(' · '),
    landscape: printed.length > MANY_COLUMNS,
    content: async () => {
      const rows = await read();
      const heads = printed.map((column) => ({
        label: column.label,
        ...(alignOf(column) === 'end' && { align: 'end' as const }),
      }));
      const texts = rows.map((row) => printed.map((column) => textOf(column, row, formats)));
      return [
        printTable(
          heads,
          texts.map((line) => line.map((text) => (text === EMPTY ? '' : text))),
        ),
      ];
    },
  });
}
