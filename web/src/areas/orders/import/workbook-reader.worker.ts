/// <reference lib="webworker" />
import type { Day } from '@bobina/contract/core/dates.ts';
import { MOST_LINES } from '@bobina/contract/orders/orders.ts';
import { openWorkbook, type Phase } from '../../../ui/spreadsheet/open-workbook.ts';
import type { ReaderMessage, ReaderRequest } from '../../../ui/spreadsheet/run-reader.ts';
import type { Places } from './columns.rules.ts';
import { readSheet, type SheetReading } from './rows.rules.ts';

/** The orders of the first sheet. */
export interface OrdersReading {
  reading: SheetReading;
  /** Empty for text. */
  sheet: string;
  /** Number of sheets that were not read. */
  others: number;
}

function send(message: ReaderMessage<OrdersReading>) {
  return self.postMessage(message);
}
function progress(phase: Phase, done: number, total: number) {
  return send({ kind: 'progress', phase, done, total });
}

/** Text is taken only if it was pasted or is a CSV file: any other text is a broken workbook. */
type OrdersRequest = ReaderRequest & { today: Day; takesText: boolean; assigned: Places | undefined };

async function answer({ file, today, takesText, assigned }: OrdersRequest): Promise<void> {
  try {
    const read = await openWorkbook(
      file,
      { progress, mostRows: MOST_LINES, takesText },
      ({ lines, name, others, later }, isWhole) => {
        const onRow = (done: number, total: number) => {
          if (done % 250 === 0 || done === total) progress('rows', done, total);
        };
        const reading = readSheet(lines, { today, later, assigned }, onRow);
        const isTooLong = 'fault' in reading && reading.fault === 'tooManyRows';
        return isWhole || isTooLong ? { reading, sheet: name, others } : undefined;
      },
    );
    send('fault' in read ? { kind: 'fault', fault: read.fault } : { kind: 'done', result: read });
  } catch {
    send({ kind: 'fault', fault: 'unreadable' });
  }
}

self.onmessage = ({ data }: MessageEvent<OrdersRequest>) => void answer(data);
