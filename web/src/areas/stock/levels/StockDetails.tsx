import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { StockSummaryRow } from '@bobina/contract/stock/levels.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { BatchTable } from './BatchTable.tsx';
import classes from './levels.module.css';

/**
 * The fields of a product that the list reads besides those of its columns. The details below it read its numbers of
 * warehouses and batches themselves: counting the batches of each product takes most of the time of a page.
 */
export const LEVEL_ROW = ['product_id', 'unit_of_measure', 'code'] as const;
export type SeenLevel = Pick<StockSummaryRow, (typeof LEVEL_ROW)[number]>;

/** Shows below a product its quantity by warehouse and batch. Reads them when the product is opened. */
export function StockDetails({ product, warehouseId }: { product: SeenLevel; warehouseId: number | undefined }) {
  const { t } = useTranslation('stock');
  const formats = useFormats();
  const unit = useUnit()(product.unit_of_measure);
  const places = { product_id: product.product_id!, warehouse_id: warehouseId };
  const counts = useQuery(api.stock.summary.query({ query: { ...places, fields: 'warehouses,batches' } }));
  const warehouses = useQuery(
    api.stock.summary.query({ query: { ...places, group: 'product_warehouse', sort: 'warehouse_name' } }),
  );
  if (warehouses.error && !warehouses.data)
    return <LoadFailed error={warehouses.error} onRetry={() => void warehouses.refetch()} />;
  return (
    <div>
      <p className={classes.counts}>
        <span>
          {t('levels.warehouses')}: <strong>{formats.number(counts.data?.rows[0]?.warehouses)}</strong>
        </span>
        <span>
          {t('levels.batches')}: <strong>{formats.number(counts.data?.rows[0]?.batches)}</strong>
        </span>
      </p>
      <div className={classes.places}>
        {!warehouses.data && <Skeleton h={80} aria-busy />}
        {warehouses.data?.rows.map((warehouse) => (
          <section key={warehouse.warehouse_id} className={classes.place} aria-label={warehouse.warehouse_name}>
            <h2 className={classes.name}>
              <span>
                <EntityLink kind="warehouse" id={warehouse.warehouse_id} text={warehouse.warehouse_name} />
              </span>
              <span>{formats.quantity(warehouse.quantity, unit)}</span>
            </h2>
            {warehouse.batches > 0 && <BatchTable warehouse={warehouse} unit={unit} />}
          </section>
        ))}
      </div>
    </div>
  );
}
