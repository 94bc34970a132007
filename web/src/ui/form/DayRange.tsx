import { Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDay } from '@bobina/contract/core/read-day.ts';
import { DayBox, type DayBoxProps } from './DayBox.tsx';

interface Props {
  from: string | undefined;
  to: string | undefined;
  /** One of the two changed. */
  onChange: (range: { from?: string | undefined; to?: string | undefined }) => void;
  /** What the first and the last day are of. */
  labels: readonly [from: string, to: string];
}

/** The filter of a list by days, both included: neither goes beyond the other. */
export function DayRange({ from, to, onChange, labels: [first, last] }: Props) {
  const { t } = useTranslation();
  return (
    <Group gap={8} wrap="nowrap" align="flex-start">
      <FilterDay
        aria-label={first}
        placeholder={t('form.fromDay')}
        value={from}
        onChange={(day) => onChange({ from: day ?? undefined })}
        w={166}
        {...(to && { max: to })}
      />
      <FilterDay
        aria-label={last}
        placeholder={t('form.toDay')}
        value={to}
        onChange={(day) => onChange({ to: day ?? undefined })}
        w={166}
        {...(from && { min: from })}
      />
    </Group>
  );
}

/** A text that is not a day stays in the field and filters nothing: the list keeps the days that it had. */
function FilterDay({ value, onChange, ...rest }: DayBoxProps) {
  const [refused, setRefused] = useState<{ text: string; beside: string | null | undefined } | null>(null);
  const take = (day: string | null) => {
    if (day === null || isDay(day)) {
      setRefused(null);
      onChange(day);
    } else setRefused({ text: day, beside: value });
  };
  // Another value, as from "clear filters", takes the place of the refused text.
  return <DayBox {...rest} value={refused?.beside === value ? (refused?.text ?? value) : value} onChange={take} />;
}
