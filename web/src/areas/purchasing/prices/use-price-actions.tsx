import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Price } from '@bobina/contract/purchasing/prices.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { removeRow } from '../../../ui/overlay/remove-row.tsx';
import type { RowAction } from '../../../ui/table/RowActions.tsx';
import { deleteAction, editAction } from '../../../ui/table/row-actions.tsx';
import { forgetPrices, LIST } from './calls.ts';
import { PRICE_DECIMALS } from './columns.tsx';
import { useValidity } from './use-validity.ts';

/** Edit and delete, for those who may write prices. */
export function usePriceActions(): (price: Price) => RowAction[] {
  const { t } = useTranslation('purchasing');
  const formats = useFormats();
  const validityOf = useValidity();
  const navigate = useNavigate();
  const can = useCan();

  const remove = (price: Price) => {
    const { id, product_code, product_name, supplier_name, currency } = price;
    return removeRow({
      refresh: forgetPrices,
      question: t('prices.deleteConfirm'),
      name: (
        <>
          {product_code} · {product_name}
          <br />
          {[supplier_name, formats.money(price.price, currency, PRICE_DECIMALS), validityOf(price)].join(' · ')}
        </>
      ),
      remove: () => api.prices.remove({ id }),
      done: t('prices.deleted'),
      failed: t('prices.deleteFailed'),
    });
  };

  if (!can('prices.write')) return () => [];
  return (price) => [
    editAction(() => void navigate({ to: `${LIST}/${price.id}` })),
    deleteAction(() => void remove(price)),
  ];
}
