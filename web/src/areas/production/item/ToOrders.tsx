import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../ui/link.tsx';

/** The next step of an empty list of production: its lines come from the customer orders. */
export function ToOrders() {
  const { t } = useTranslation('production');
  return (
    <LinkButton to="/ordiniclienti" variant="light">
      {t('scheduling.toOrders')}
    </LinkButton>
  );
}
