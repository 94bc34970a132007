import { Button, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDay } from '@bobina/contract/core/read-day.ts';
import { useFormats } from '../../../lib/formats.ts';
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
 * partly typed date may be valid too. Lines that keep the day that the order had before can be moved together.
 */
export function RequestedDay() {
  const { t } = useTranslation('orders');
  const form = useFormHere();
  const formats = useFormats();
  const day = useFieldValue<string | null>('requested_delivery_date');
  const items = useFieldValue<readonly OrderLine[]>('items');
  const box = useRef<HTMLDivElement>(null);
  /** The day of the order, and the one before it. */
  const [days, setDays] = useState<{ now: string | null; before: string | null }>({ now: day, before: null });
  const applyDay = () => {
    inheritDay(form);
    if (!isDay(day) || day === days.now) return;
    setDays({ now: day, before: days.now });
    move(days.now, day, (line) => !line.product_id);
  };
  const move = (from: string | null, to: string, isMeant: (line: OrderLine) => boolean) => {
    const { items: lines } = form.getValues() as { items: OrderLine[] };
    form.setFieldValue(
      'items',
      lines.map((line) => (line.delivery_date === from && isMeant(line) ? { ...line, delivery_date: to } : line)),
    );
  };
  const { now, before } = days;
  const isChanged = now !== null && before !== null && now === day && now !== before;
  const count = isChanged ? items.filter((line) => line.delivery_date === before).length : 0;
  return (
    <div ref={box} onBlur={applyDay}>
      <DayField name="requested_delivery_date" label={t('order.requested_delivery_date')} required />
      <BeforeOrder day={day} text={t('lines.beforeOrder')} />
      {isChanged && count > 0 && (
        <Text size="sm" component="output" display="block">
          {t('lines.stay', { count, shown: formats.number(count), day: formats.day(before) })}{' '}
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              move(before, now, () => true);
              box.current?.querySelector('input')?.focus();
            }}
          >
            {t('lines.move', { day: formats.day(now) })}
          </Button>
        </Text>
      )}
    </div>
  );
}
