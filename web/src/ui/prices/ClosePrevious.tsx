import { Button, Group, Text } from '@mantine/core';
import { IconCalendarCheck } from '@tabler/icons-react';
import { addDays } from '@bobina/contract/core/dates.ts';
import { isDay } from '@bobina/contract/core/read-day.ts';
import { useFormats } from '../../lib/formats.ts';
import { useFieldValue } from '../form/form-context.ts';
import type { PriceKind, PriceRow } from './price-kind.ts';
import { useOtherPrices } from './use-other-prices.ts';

/** The texts of the offer. They belong to the area, because those of all areas are part of every first load. */
export interface ClosingTexts {
  /** The button. @param day the last day of the previous price */
  act: (day: string) => string;
  /** The note that no price follows the new one. @param day its last day */
  gap: (day: string) => string;
}
interface Props<Row extends PriceRow> {
  kind: PriceKind<Row>;
  texts: ClosingTexts;
  isSaving: boolean;
  /** Saves the form and ends the previous price. */
  onClose: () => void;
}

/**
 * Offers to end the price that overlaps the new one, and to save. Shows nothing if that would not make the period free:
 * the price must begin before the new one and be the only one that overlaps it.
 */
export function ClosePrevious<Row extends PriceRow>({ kind, texts, isSaving, onClose }: Props<Row>) {
  const formats = useFormats();
  const start = useFieldValue<string | null>('start_date');
  const typedEnd = useFieldValue<string | null>('end_date');
  const end = isDay(typedEnd) ? typedEnd : null;
  const quantity = useFieldValue<number | null | undefined>('from_quantity') ?? 0;
  const others = useOtherPrices(kind, undefined);
  if (!isDay(start)) return null;
  const [previous, ...more] = others.filter(
    (other) =>
      (other.from_quantity ?? 0) === quantity &&
      (other.end_date === null || other.end_date >= start) &&
      (!end || other.start_date <= end),
  );
  if (!previous || more.length > 0 || previous.start_date >= start) return null;
  const leavesGap = end && (previous.end_date === null || previous.end_date > end);
  return (
    <Group gap="sm">
      <Button
        variant="light"
        // The text takes two lines on a phone.
        h="auto"
        mih="var(--bobina-control)"
        py={6}
        styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
        leftSection={<IconCalendarCheck size={16} aria-hidden />}
        disabled={isSaving}
        onClick={onClose}
      >
        {texts.act(formats.day(addDays(start, -1)))}
      </Button>
      {leavesGap && <Text size="sm">{texts.gap(formats.day(end))}</Text>}
    </Group>
  );
}
