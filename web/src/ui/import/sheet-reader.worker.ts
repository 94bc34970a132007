/// <reference lib="webworker" />
import { isEmptyCell, type SheetLine } from '../spreadsheet/cells.rules.ts';
import { openWorkbook } from '../spreadsheet/open-workbook.ts';
import type { ReaderMessage, ReaderRequest } from '../spreadsheet/run-reader.ts';

/** The lines of the first sheet that are not blank. */
export interface SheetReading {
  lines: SheetLine[];
  later: number;
}

function send(message: ReaderMessage<SheetReading>) {
  return self.postMessage(message);
}

/** The limit comes with the request, so that the worker does not load the contract's schemas. */
type SheetRequest = ReaderRequest & { mostRows: number };

async function answer({ file, mostRows }: SheetRequest): Promise<void> {
  try {
    const read = await openWorkbook(
      file,
      {
        progress: (phase, done, total) => send({ kind: 'progress', phase, done, total }),
        mostRows,
        takesText: true,
      },
      ({ lines, later }, isWhole) => {
        const filled = lines.filter(({ cells }) => cells.some((cell) => !isEmptyCell(cell)));
        return isWhole || filled.length > mostRows + 1 ? { lines: filled, later } : undefined;
      },
    );
    send('fault' in read ? { kind: 'fault', fault: read.fault } : { kind: 'done', result: read });
  } catch {
    send({ kind: 'fault', fault: 'unreadable' });
  }
}

self.onmessage = ({ data }: MessageEvent<SheetRequest>) => void answer(data);
