import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { removeRow } from '../overlay/remove-row.tsx';
import type { RowAction } from '../table/RowMenu.tsx';
import { deleteAction, editAction } from '../table/row-actions.tsx';
import { PRICE_DECIMALS } from './price-columns.tsx';
import { invalidatePrices, type PriceKind, type PriceRow, type SeenPrice } from './price-kind.ts';
import { useValidity } from './use-validity.ts';

/** Returns the edit and delete actions of a price. */
export function usePriceActions<Row extends PriceRow>(kind: PriceKind<Row>): (price: SeenPrice) => RowAction[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const validityOf = useValidity();
  const navigate = useNavigate();

  const remove = (price: SeenPrice) => {
    const { id, product_code, product_name, currency } = price;
    return removeRow({
      refresh: () => invalidatePrices(kind),
      question: t('prices.deleteConfirm'),
      name: (
        <>
          {product_code} · {product_name}
          <br />
          {[price[kind.partyName], formats.money(price.price, currency, PRICE_DECIMALS), validityOf(price)].join(' · ')}
        </>
      ),
      remove: (options) => kind.remove({ id }, options),
      done: t('prices.deleted'),
      failed: t('prices.deleteFailed'),
    });
  };
  return (price) => [
    editAction(() => void navigate({ to: `${kind.path}/${price.id}` })),
    deleteAction(() => void remove(price)),
  ];
}
