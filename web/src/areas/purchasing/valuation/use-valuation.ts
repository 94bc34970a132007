import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { toast } from '../../../ui/toasts.ts';

export interface Asked {
  start: string;
  end: string;
  warehouse_id: number | undefined;
  zero: boolean;
}
const MOST_WAREHOUSES = 1000;

/** Reads the valued stock and the warehouses; reports a failure immediately. */
export function useValuation({ start, end, warehouse_id, zero }: Asked) {
  const { t } = useTranslation('valuation');
  const valued = useQuery({
    ...api.valuation.get.query({
      query: {
        startDate: start,
        endDate: end,
        ...(warehouse_id && { warehouseId: String(warehouse_id) }),
        ...(zero && { showZeroPrices: 'true' }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const warehouses = useQuery(api.warehouses.list.query({ query: { sort: 'name', limit: MOST_WAREHOUSES } }));
  const isLost = { valued: valued.isError, warehouses: warehouses.isError };
  useEffect(() => {
    if (isLost.valued) toast.error(t('loadFailed'));
  }, [isLost.valued, t]);
  useEffect(() => {
    if (isLost.warehouses) toast.error(t('warehousesFailed'));
  }, [isLost.warehouses, t]);
  return { valued, warehouses };
}
