import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';

interface Props {
  /** Names the day that is filtered. */
  label: string;
  from: string | undefined;
  until: string | undefined;
  onClear: () => void;
}

/** A filter by days that a link has set, such as a figure of the home; a click removes it. Nothing without a filter. */
export function RangeChip({ label, from, until, onClear }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (!from && !until) return null;
  const days = { from: formats.day(from), until: formats.day(until) };
  const range = !from
    ? t('range.until', days)
    : !until
      ? t('range.from', days)
      : from === until
        ? days.from
        : t('range.both', days);
  const name = t('range.named', { label, range });
  return (
    <Button
      variant="light"
      rightSection={<IconX size={15} aria-hidden />}
      aria-label={t('range.remove', { name })}
      onClick={onClear}
    >
      {name}
    </Button>
  );
}
