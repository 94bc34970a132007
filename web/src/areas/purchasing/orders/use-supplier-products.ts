import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '@bobina/contract/registry/products.ts';
import { api } from '../../../lib/api/api.ts';
import { readAll } from '../../../ui/export/read-all.ts';
import { toast } from '../../../ui/toasts.ts';
import { failureText, withTimeout } from '../calls.ts';

const listProducts = withTimeout(api.products.list);

/** Reads all active products of a supplier, for its orders and for the lookup of pasted codes. */
export function useSupplierProducts(supplierId: number | null) {
  const { t } = useTranslation('purchasing');
  const found = useQuery({
    queryKey: ['products', 'ofSupplier', supplierId],
    queryFn: ({ signal }) =>
      readAll<Product>(listProducts, { supplier_id: supplierId, status: 'active', sort: 'code' }, { signal }),
    enabled: supplierId !== null,
  });
  const { error } = found;
  useEffect(() => {
    if (error) toast.error(failureText(t('orders.productsFailed'), error));
  }, [error, t]);
  return found;
}
