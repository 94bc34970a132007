import { Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDay } from '@bobina/contract/core/read-day.ts';
import { DayBox, type DayBoxProps } from './DayBox.tsx';
import classes from './form.module.css';

interface Props {
  from: string | undefined;
  to: string | undefined;
  /** Called when either day changes. */
  onChange: (range: { from?: string | undefined; to?: string | undefined }) => void;
  /** Labels of the first and the last day. */
  labels: readonly [from: string, to: string];
}

/** A list filter for an inclusive range of days. Each day limits the other. */
export function DayRange({ from, to, onChange, labels: [first, last] }: Props) {
  const { t } = useTranslation();
  return (
    <Group gap={8} align="flex-start" className={classes.range!}>
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

/** A filter input. Invalid text stays in the input and does not change the filter. */
function FilterDay({ value, onChange, ...rest }: DayBoxProps) {
  const [refused, setRefused] = useState<{ text: string; beside: string | null | undefined } | null>(null);
  const take = (day: string | null) => {
    if (day === null || isDay(day)) {
      setRefused(null);
      onChange(day);
    } else setRefused({ text: day, beside: value });
  };
  // A new value from outside, for example from "clear filters", replaces the rejected text.
  return <DayBox {...rest} value={refused?.beside === value ? (refused?.text ?? value) : value} onChange={take} />;
}
