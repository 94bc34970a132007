import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { StockRow } from '@bobina/contract/stock/levels.ts';
import { api } from '../../../lib/api/api.ts';
import { readAll } from '../../../ui/export/read-all.ts';
import { toast } from '../../../ui/toasts.ts';

/** All rows at once: they are filtered and summed here. */
export function useStock() {
  const { t } = useTranslation('stock');
  const rows = useQuery({
    queryKey: [...api.stock.list.key, 'all'],
    queryFn: ({ signal }) => readAll<StockRow>(api.stock.list, { sort: 'product_code' }, { signal }),
  });
  const warehouses = useQuery(api.warehouses.list.query({ query: { sort: 'name' } }));
  const said = { rows: rows.isError, warehouses: warehouses.isError };
  useEffect(() => {
    if (said.rows) toast.error(t('levels.loadFailed'));
  }, [said.rows, t]);
  useEffect(() => {
    if (said.warehouses) toast.error(t('levels.warehousesFailed'));
  }, [said.warehouses, t]);
  return { rows, warehouses };
}
