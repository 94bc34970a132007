import { Text } from '@mantine/core';
import { isDay } from '@bobina/contract/core/read-day.ts';
import { useFieldValue } from '../form/form-context.ts';

/** Shows `text` below the field of a delivery day before the order day of the form. Such a day is allowed. */
export function BeforeOrder({ day, text }: { day: string | null; text: string }) {
  const ordered = useFieldValue<string | null>('order_date');
  if (!isDay(day) || !isDay(ordered) || day >= ordered) return null;
  return (
    <Text size="xs" mt={4}>
      {text}
    </Text>
  );
}
