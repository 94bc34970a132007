import { read, utils } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { workbookOf } from '../src/ui/export/workbook.ts';
import { filesOf } from './source-files.ts';

const ATTACKS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'].map(
  (sign) => `${sign}cmd|' /C calc'!A0`,
);

test('no cell of an exported file is a formula, for any content of rows, labels and titles', () => {
  const labels = ['Testo', ...ATTACKS.slice(0, 2)];
  const rows = ATTACKS.map((text) => [text, `a ${text}`, -5]);
  const bytes = workbookOf({
    sheets: [
      { title: '=1+1', labels, rows },
      { title: 'Date', labels: ['Giorno'], rows: [[{ day: '2026-03-15' }]] },
    ],
  });
  const book = read(bytes, { cellFormula: true });
  const cells = Object.values(book.Sheets).flatMap((sheet) =>
    Object.entries(sheet)
      .filter(([at]) => !at.startsWith('!'))
      .map(([, cell]) => cell as { t: string; v: unknown; f?: string }),
  );
  expect(cells.length).toBe(3 + rows.length * 3 + 2);
  for (const { t, v, f } of cells) {
    expect(f).toBeUndefined();
    if (t === 's') expect(v).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
  }
  const [sheet] = Object.values(book.Sheets);
  const written = utils.sheet_to_json<unknown[]>(sheet!, { header: 1 }).slice(1);
  // Other values stay unchanged, and numbers stay numbers.
  ATTACKS.forEach((text, row) => {
    if (!text.startsWith('\r')) expect(written[row]![1]).toBe(`a ${text}`); // XML cannot represent a carriage return
  });
  expect(written.map(([, , number]) => number)).toEqual(rows.map(() => -5));
});

test('only one source file writes workbooks', () => {
  const writers = filesOf(/\.tsx?$/).filter(({ text }) =>
    /import \{[^}]*\bwrite(File)?\b[^}]*\} from '@e965\/xlsx'/.test(text),
  );
  expect(writers.map(({ file }) => file)).toEqual(['ui/export/workbook.ts']);
});
