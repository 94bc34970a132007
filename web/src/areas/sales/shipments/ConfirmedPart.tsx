import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { partName } from './parts.ts';
import classes from './shipments.module.css';
import type { Confirmed } from './use-picking.ts';

/** Says what the last scan confirmed: the goods, how much of them to take, and for whom. Large, to be read from a distance. */
export function ConfirmedPart({ part, order, isOther }: Confirmed) {
  const { t } = useTranslation(['sales', 'shipments']);
  const formats = useFormats();
  const unit = useUnit()(part.item.unit_of_measure);
  return (
    <span className={classes.confirmed}>
      <strong>{t(isOther ? 'shipments:pickedOther' : 'shipments:picked', { name: partName(part) })}</strong>
      {` · ${formats.quantity(part.batch.quantity, unit)}`}
      {order && ` · ${order.order_number} · ${order.customer_name}`}
    </span>
  );
}
