import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PRODUCT_STATUSES } from '@bobina/contract/registry/product-statuses.ts';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { byIds, deleteRows, type ListAct } from '../../../ui/bulk/bulk-act.tsx';
import { labelRows } from '../../../ui/bulk/label-act.tsx';
import type { ProductRow } from './columns.tsx';

const ICON = 17;

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
  const setStatus = (status: (typeof PRODUCT_STATUSES)[number]) => ({
    ...byIds<ProductRow>((ids) => api.products.setStatuses({ body: { ids, status } })),
    refresh: ['products'],
  });
  return [
    labels,
    {
      key: 'archive',
      label: t('products.archive'),
      icon: <IconArchive size={ICON} />,
      question: (count) => t('products.archiveSelected', { shown: count }),
      ...setStatus('inactive'),
    },
    {
      key: 'activate',
      label: t('products.activate'),
      icon: <IconArchiveOff size={ICON} />,
      question: (count) => t('products.activateSelected', { shown: count }),
      ...setStatus('active'),
    },
    deleteRows(api.products.remove, ['products']),
  ];
}
