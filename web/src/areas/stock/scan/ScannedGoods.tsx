import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import type { Goods } from '../../../lib/barcodes/find-goods.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import classes from './scan-page.module.css';

/** Shows scanned goods and where they are; the batch of the label is highlighted. */
export function ScannedGoods({ goods: { product, batch } }: { goods: Goods }) {
  const { t } = useTranslation('stock');
  const formats = useFormats();
  const unit = useUnit()(product.unit_of_measure);
  const { data, isError } = useQuery(api.stock.ofProduct.query({ productId: product.id, query: { limit: 100 } }));
  return (
    <section className={classes.goods} aria-label={product.code}>
      <Text fw={700}>{product.code}</Text>
      <Text>{product.name || product.description}</Text>
      {isError && <Text c="var(--mantine-color-error)">{t('movementForm.availabilityFailed')}</Text>}
      {data && (
        <ul aria-label={t('scan.stock')}>
          {data.rows.map((row) => (
            <li
              key={`${row.warehouse_id} ${row.batch_number}`}
              {...(batch !== null && row.batch_number === batch && { 'data-scanned': true })}
            >
              <span>{[row.warehouse_name, row.batch_number].filter(Boolean).join(' · ')}</span>
              <span>{formats.quantity(row.quantity, unit)}</span>
            </li>
          ))}
          {data.rows.length === 0 && <li>{t('scan.none')}</li>}
        </ul>
      )}
    </section>
  );
}
