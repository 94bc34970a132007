import type { TFunction } from 'i18next';
import type { MaterialsResult } from '@bobina/contract/production/materials.ts';
import type { Formats } from '../../../lib/formats.ts';
import { commonText } from '../../../lib/i18n/i18n.ts';
import { el, printTable } from '../../../ui/print/elements.ts';
import { printDocument } from '../../../ui/print/print-document.ts';
import { alignOf, textOf, type Column } from '../../../ui/table/columns.tsx';
import { LARGE_WINDOW, PRINT_DELAY } from '../scheduling/calls.ts';
import { reelsOf } from './result-tables.tsx';

interface Table<R> {
  title: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
}
interface Report {
  totals: readonly (readonly [string, string])[];
  warnings: readonly string[];
  paper: Table<MaterialsResult['carta'][number]>;
  film: Table<MaterialsResult['film'][number]>;
  items: Table<MaterialsResult['items'][number]>;
}

/** Prints the result as displayed; closes the print window afterwards. */
export function printMaterials(
  { totals, warnings, paper, film, items }: Report,
  t: TFunction<'production'>,
  formats: Formats,
  unitOf: (unit: string) => string,
): Promise<void> {
  const tableOf = <R>({ title, columns, rows }: Table<R>) => [
    el('h2', {}, title),
    printTable(
      columns.map((column) => ({ label: column.label, ...(alignOf(column) === 'end' && { align: 'end' as const }) })),
      rows.map((row) => columns.map((column) => textOf(column, row, formats))),
    ),
  ];
  const reels = [...paper.rows, ...film.rows].flatMap((need) => reelsOf(need, t, formats, unitOf));
  return printDocument({
    title: t('materials.results'),
    subtitle: commonText('print.printedOn').replace('{{when}}', formats.instant(new Date().toISOString())),
    delay: PRINT_DELAY,
    size: LARGE_WINDOW,
    closes: true,
    content: () => [
      el('p', {}, totals.map(([term, value]) => `${term}: ${value}`).join(' · ')),
      ...(warnings.length > 0
        ? [
            el('h2', {}, t('materials.problems')),
            el(
              'ul',
              {},
              warnings.map((text) => el('li', {}, text)),
            ),
          ]
        : []),
      ...(paper.rows.length > 0 ? tableOf(paper) : []),
      ...(film.rows.length > 0 ? tableOf(film) : []),
      ...(reels.length > 0 ? [el('p', { class: 'meta' }, `${t('materials.stock')}: ${reels.join(' · ')}`)] : []),
      ...tableOf(items),
    ],
  });
}
