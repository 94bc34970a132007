import { Badge, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { Formats } from '../../../lib/formats.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import type { Field } from './columns.rules.ts';
import type { ReadRow } from './rows.rules.ts';

export const STATE_COLORS = { taken: 'green', noted: 'yellow', refused: 'red', skipped: 'gray' } as const;

/** Returns the columns of the preview. */
export function previewColumns(t: TFunction<'orderImport'>, formats: Formats): Column<ReadRow>[] {
  const column = (key: Field, shown: (row: ReadRow) => string, more: Partial<Column<ReadRow>>): Column<ReadRow> => ({
    key,
    label: t(`field.${key}`),
    cell: (row) => <Read row={row} field={key} shown={shown(row)} />,
    width: 'minmax(6.5rem, 1fr)',
    priority: 2,
    ...more,
  });
  return [
    { key: 'row', label: t('rowNumber'), kind: 'number', width: '4.5rem', priority: 1 },
    {
      key: 'state',
      label: t('stateTitle'),
      cell: (row) => <State row={row} t={t} />,
      width: 'minmax(10rem, 1.6fr)',
      priority: 1,
    },
    {
      key: 'numero_ordine_cliente',
      label: t('field.numero_ordine_cliente'),
      width: 'minmax(7rem, 1fr)',
      priority: 1,
    },
    column('data_ordine', (row) => formats.day(row.data_ordine), { priority: 3 }),
    { key: 'codice_prodotto', label: t('field.codice_prodotto'), width: 'minmax(7rem, 1.1fr)', priority: 1 },
    column('quantita', (row) => formats.number(row.quantita), { align: 'end' }),
    column('data_consegna', (row) => formats.day(row.data_consegna), { priority: 3 }),
    column('prezzo_unitario', (row) => formats.number(row.prezzo_unitario, 5, 2), { align: 'end', priority: 3 }),
  ];
}

/** Shows the state of a row, and the reasons when it is skipped, refused or corrected. */
function State({ row: { state, reasons, messages = [] }, t }: { row: ReadRow; t: TFunction<'orderImport'> }) {
  return (
    <div style={{ whiteSpace: 'normal' }}>
      <Badge color={STATE_COLORS[state]}>{t(`state.${state}`)}</Badge>
      {reasons.length + messages.length > 0 && (
        <Text size="xs" mt={2}>
          {[...messages, ...reasons.map((reason) => t(`reason.${reason}`))].join(' · ')}
        </Text>
      )}
    </div>
  );
}

/** Shows the value that was read, and the original cell text when it differs. */
function Read({ row, field, shown }: { row: ReadRow; field: Field; shown: string }) {
  const typed = row.typed[field];
  if (typed === undefined) return <>{shown}</>;
  return (
    <span>
      <s>{typed}</s> {shown}
    </span>
  );
}
