import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PRODUCT_STATUSES } from '@bobina/contract/registry/product-statuses.ts';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { byIds, deleteRows, MOST, type ListAct } from '../../../ui/bulk/bulk-act.tsx';
import { labelRows } from '../../../ui/bulk/label-act.tsx';
import type { ProductRow } from './columns.tsx';

const ICON = 17;
type Status = (typeof PRODUCT_STATUSES)[number];

/** Returns the acts on selected products: print labels, archive, activate, delete. */
export function useProductBulk(): readonly ListAct<ProductRow>[] {
  const { t } = useTranslation('registry');
  const can = useCan();
  const labels = labelRows<ProductRow>((row, { codeBars }) => ({
    code: row.code,
    description: row.name ?? row.description,
    pairs: [
      [t('product.category'), row.category ?? ''],
      [t('product.unit'), t(`units.${row.unit_of_measure}`)],
    ],
    bars: codeBars(row.barcode ?? row.code),
  }));
  if (!can('products.write')) return [labels];
  const send = (ids: number[], status: Status) => api.products.setStatuses({ body: { ids, status } });
  const setStatus = (status: Status, before: Status) => ({
    ...byIds<ProductRow>((ids) => send(ids, status)),
    refresh: ['products'],
    takeBack: async (rows: readonly ProductRow[]) => {
      const changed = rows.filter((row) => row.status === before).map(({ id }) => id);
      for (let start = 0; start < changed.length; start += MOST) {
        const { results } = await send(changed.slice(start, start + MOST), before);
        const refused = results.find(({ code }) => code !== null);
        if (refused) throw new Error(refused.message ?? undefined);
      }
    },
  });
  return [
    labels,
    {
      key: 'archive',
      label: t('products.archive'),
      icon: <IconArchive size={ICON} />,
      question: (count) => t('products.archiveSelected', { shown: count }),
      ...setStatus('inactive', 'active'),
    },
    {
      key: 'activate',
      label: t('products.activate'),
      icon: <IconArchiveOff size={ICON} />,
      question: (count) => t('products.activateSelected', { shown: count }),
      ...setStatus('active', 'inactive'),
    },
    deleteRows(api.products.remove, ['products']),
  ];
}
