import { commonText } from '../../lib/i18n/i18n.ts';
import { EMPTY, type Formats } from '../../lib/formats.ts';
import type { Output } from '../export/export-rows.ts';
import { readAll } from '../export/read-all.ts';
import { alignOf, textOf } from '../table/columns.tsx';
import { printTable } from './elements.ts';
import { printDocument } from './print-document.ts';

const MOST_ON_PAPER = 5000;
const MANY_COLUMNS = 6;

/** Prints the filtered and sorted rows of a list, at most 5,000. */
export function printRows<Row>({ call, query, columns, title }: Output<Row>, formats: Formats): Promise<void> {
  const printed = columns.filter(({ screenOnly }) => !screenOnly);
  return printDocument({
    title,
    subtitle: commonText('print.printedOn').replace('{{when}}', formats.instant(new Date().toISOString())),
    landscape: printed.length > MANY_COLUMNS,
    content: async () => {
      const rows = await readAll(call, query, { most: MOST_ON_PAPER });
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
