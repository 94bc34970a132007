import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StockSummaryRow } from '@bobina/contract/stock/levels.ts';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { useFormats } from '../../../lib/formats.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { HoldChip } from '../../../ui/HoldChip.tsx';
import { isExpired } from './is-expired.ts';
import classes from './levels.module.css';

const PAGE_ROWS = 100;

interface Props {
  /** A product in a warehouse. */
  warehouse: StockSummaryRow;
  unit: string;
}

/** Shows the batches of a product in a warehouse, 100 at a time, earliest expiry first. */
export function BatchTable({ warehouse, unit }: Props) {
  const { t } = useTranslation('stock');
  const formats = useFormats();
  const [pages, setPages] = useState(1);
  const left = warehouse.batches - pages * PAGE_ROWS;
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('stock.batch')}</th>
            <th scope="col" className={classes.end}>
              {t('levels.batchQuantity')}
            </th>
            <th scope="col">{t('levels.expiry')}</th>
          </tr>
        </thead>
        {Array.from({ length: pages }, (_, page) => (
          <BatchRows key={page} page={page} warehouse={warehouse} unit={unit} />
        ))}
      </table>
      {left > 0 && (
        <Button variant="subtle" size="compact-sm" mt={6} onClick={() => setPages(pages + 1)}>
          {t('levels.moreBatches', { count: left, shown: formats.number(left) })}
        </Button>
      )}
    </>
  );
}

function BatchRows({ page, warehouse, unit }: Props & { page: number }) {
  const { t } = useTranslation('stock');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const today = companyToday();
  const { product_id, warehouse_id } = warehouse;
  const batches = useQuery(
    api.stock.ofProduct.query({
      productId: product_id!,
      query: { warehouse_id, sort: 'expiry_date', limit: PAGE_ROWS, offset: page * PAGE_ROWS },
    }),
  );
  return (
    <tbody aria-busy={batches.isPending}>
      {batches.isError && !batches.data && (
        <tr>
          <td colSpan={3}>
            {t('levels.loadFailed')}{' '}
            <Button variant="subtle" size="compact-sm" onClick={() => void batches.refetch()}>
              {common('action.retry')}
            </Button>
          </td>
        </tr>
      )}
      {batches.data?.rows.map((row) => (
        <tr key={row.batch_number}>
          <td>
            <EntityLink kind="batch" id={row.batch_id} text={row.batch_number} />
            <HoldChip reason={row.hold_reason} />
          </td>
          <td className={classes.end}>{formats.quantity(row.quantity, unit)}</td>
          <td>
            {formats.day(row.expiry_date)}
            {isExpired(row, today) && (
              <Badge color="red" ml={8}>
                {t('levels.expired')}
              </Badge>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  );
}
