import { IconCashBanknote } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/session.ts';
import { CUSTOMER_PRICES } from './filters.ts';
import { ToolButton } from '../../ui/page/PageAction.tsx';

/** Shows the link to the prices of customers, for users who may read them. */
export function CustomerPricesLink() {
  const { t } = useTranslation('orders');
  if (!useCan()('customer_prices.read')) return null;
  return <ToolButton label={t('prices.open')} icon={<IconCashBanknote size={18} />} to={CUSTOMER_PRICES} />;
}
