import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Price } from '@bobina/contract/purchasing/prices.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import type { RowAction } from '../../../ui/table/RowActions.tsx';
import { toast } from '../../../ui/toasts.ts';
import { failureText } from '../calls.ts';
import { forgetPrices, LIST } from './calls.ts';
import { PRICE_DECIMALS } from './columns.tsx';
import { useValidity } from './use-validity.ts';

const ICON = 17;

/** Edit and delete, for those who may write prices. */
export const usePriceActions = (): ((price: Price) => RowAction[]) => {
  const { t } = useTranslation('purchasing');
  const { t: common } = useTranslation('common');
  const formats = useFormats();
  const validityOf = useValidity();
  const navigate = useNavigate();
  const can = useCan();

  const remove = async (price: Price) => {
    const { id, product_code, product_name, supplier_name, currency } = price;
    const message = (
      <>
        {t('prices.deleteConfirm')}
        <br />
        <strong>
          {product_code} · {product_name}
        </strong>
        <br />
        {[supplier_name, formats.money(price.price, currency, PRICE_DECIMALS), validityOf(price)].join(' · ')}
      </>
    );
    const label = common('action.delete');
    if (!(await confirm({ title: label, message, confirmLabel: label, danger: true }))) return;
    try {
      await api.prices.remove({ id });
      toast.success(t('prices.deleted'));
    } catch (error) {
      toast.error(failureText(t('prices.deleteFailed'), error));
    }
    await forgetPrices();
  };

  if (!can('prices.write')) return () => [];
  return (price) => [
    {
      label: common('action.edit'),
      icon: <IconPencil size={ICON} />,
      onClick: () => void navigate({ to: `${LIST}/${price.id}` }),
    },
    {
      label: common('action.delete'),
      icon: <IconTrash size={ICON} />,
      onClick: () => void remove(price),
      danger: true,
    },
  ];
};
