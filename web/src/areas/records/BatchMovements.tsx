import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_BATCH_MOVEMENTS } from '@bobina/contract/stock/batches.ts';
import type { Movement } from '@bobina/contract/stock/movements.ts';
import { useFormats } from '../../lib/formats.ts';
import { useUnit } from '../../lib/use-unit.ts';
import { Panel } from '../../ui/page/Panel.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { localRows } from '../../ui/table/use-rows.ts';
import { movementColumns } from '../stock/index.ts';
import classes from './records.module.css';

/** Shows the movements of a batch, newest first. */
export function BatchMovements({ rows }: { rows: readonly Movement[] }) {
  const { t } = useTranslation('records');
  const { t: stock } = useTranslation('stock');
  const formats = useFormats();
  const unitOf = useUnit();
  const columns = useMemo(
    () => movementColumns(stock, formats, unitOf).filter(({ key }) => !key.startsWith('product_')),
    [stock, formats], // oxlint-disable-line react-hooks/exhaustive-deps -- unitOf changes only with the language
  );
  return (
    <Panel>
      {rows.length >= MOST_BATCH_MOVEMENTS && (
        <div className={classes.entry}>{t('batch.newest', { shown: formats.number(rows.length) })}</div>
      )}
      <div className={classes.table}>
        <DataTable<Movement>
          label={t('tabs.movements')}
          rows={localRows(rows)}
          columns={columns}
          rowName={({ id }) => id}
          href={({ id }) => `/operazioni/movimenti/${id}`}
          empty={{ title: t('empty.movements') }}
        />
      </div>
    </Panel>
  );
}
