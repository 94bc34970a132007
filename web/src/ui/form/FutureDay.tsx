import { Text } from '@mantine/core';
import { isDay } from '@bobina/contract/core/read-day.ts';
import { companyToday } from '../../lib/company-day.ts';

/** Shows `text` below the field of a day in the future, which is likely mistyped. */
export function FutureDay({ day, text }: { day: string | null | undefined; text: string }) {
  if (!isDay(day) || day <= companyToday()) return null;
  return (
    <Text size="sm" c="var(--bobina-on-light-yellow)" component="output" display="block">
      {text}
    </Text>
  );
}
