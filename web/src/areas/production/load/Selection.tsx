import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { EMPTY, useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { batchesOf } from './batches.tsx';
import classes from './load.module.css';
import { useBatchParts } from './use-batch-parts.ts';
import type { Chosen } from './use-load.tsx';

/** Shows the selected rows: the items to load and print. */
export function Selection({ chosen }: { chosen: readonly Chosen[] }) {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const unitOf = useUnit();
  const parts = useParts(chosen);
  const partsText = useBatchParts();
  const title = t('load.selected', { count: chosen.length, shown: formats.number(chosen.length) });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
    <section className={classes.selection} aria-label={t('load.selection')} tabIndex={0}>
      <Text fw={600} size="sm" aria-live="polite">
        {title}
      </Text>
      {chosen.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('item.code')}</th>
              <th scope="col">{t('status.batch')}</th>
              <th scope="col" className={classes.end}>
                {t('item.quantity')}
              </th>
            </tr>
          </thead>
          <tbody>
            {chosen.map(({ item, quantity }) => (
              <tr key={item.item_id}>
                <td>{item.code}</td>
                <td>{batchesOf(item) ?? EMPTY}</td>
                <td className={classes.end}>
                  {typeof quantity === 'number'
                    ? formats.quantity(quantity, unitOf(item.unit_of_measure))
                    : (quantity ?? EMPTY)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {chosen.flatMap(({ item }) => {
        const known = parts.get(item.item_id);
        return known
          ? [
              <Text key={item.item_id} size="sm" mt={4}>
                {[item.code, item.order_number, partsText(known, unitOf(item.unit_of_measure))].join(' · ')}
              </Text>,
            ]
          : [];
      })}
    </section>
  );
}

/**
 * The batches that each line of several batches would load: a load takes them in their order, whichever was scanned.
 * A quantity that is refused leaves them out; the load says why.
 */
function useParts(chosen: readonly Chosen[]) {
  const items = chosen.flatMap(({ item, quantity }) =>
    item.has_batch &&
    item.batch_number !== item.last_batch_number &&
    typeof quantity === 'number' &&
    quantity > 0 &&
    quantity <= Math.max(item.total_produced, item.quantity)
      ? [{ itemId: item.item_id, quantity }]
      : [],
  );
  const { data } = useQuery({
    ...api.productionLoading.previewLoad.query({ body: { items } }),
    enabled: items.length > 0,
    retry: false,
  });
  return new Map(data?.items.map(({ item_id, batches }) => [item_id, batches]));
}
