import { useTranslation } from 'react-i18next';
import { isDay } from '@bobina/contract/core/read-day.ts';
import { BeforeOrder } from '../../../ui/lines/BeforeOrder.tsx';
import { DayField } from '../../../ui/form/DayField.tsx';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';
import type { AnyForm } from '../../../ui/form/use-entity-form.ts';
import type { OrderLine } from './order-line.ts';

/** Sets the order's requested day on lines without a delivery day. */
export function inheritDay(form: AnyForm): void {
  const { requested_delivery_date: day, items } = form.getValues() as {
    requested_delivery_date: string | null;
    items: OrderLine[];
  };
  if (!isDay(day) || items.every(({ delivery_date }) => delivery_date)) return;
  form.setFieldValue(
    'items',
    items.map((line) => (line.delivery_date ? line : { ...line, delivery_date: day })),
  );
}

/**
 * Shows the field of the requested delivery day. The day is applied to the lines only once it is complete, because a
 * partly typed date may be valid too.
 */
export function RequestedDay() {
  const { t } = useTranslation('orders');
  const form = useFormHere();
  const day = useFieldValue<string | null>('requested_delivery_date');
  return (
    <div onBlur={() => inheritDay(form)}>
      <DayField name="requested_delivery_date" label={t('order.requested_delivery_date')} required />
      <BeforeOrder day={day} text={t('lines.beforeOrder')} />
    </div>
  );
}
