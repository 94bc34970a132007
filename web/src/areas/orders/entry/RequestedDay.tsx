import { useTranslation } from 'react-i18next';
import { isDay } from '@bobina/contract/core/read-day.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { useFormHere } from '../../../ui/form/form-context.ts';
import type { AnyForm } from '../../../ui/form/use-entity-form.ts';
import type { OrderLine } from './order-line.ts';

/** Lines that say no day take the order's. Spec 3 §5. */
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

/** The day that the customer wants the goods; it is passed on once it is whole, for half of it is a day too. */
export function RequestedDay() {
  const { t } = useTranslation('orders');
  const form = useFormHere();
  return (
    <div onBlur={() => inheritDay(form)}>
      <DayField name="requested_delivery_date" label={t('order.requested_delivery_date')} required />
    </div>
  );
}
