import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DayBox } from './DayField.tsx';

interface Props {
  from: string | undefined;
  to: string | undefined;
  /** One of the two changed. */
  onChange: (range: { from?: string | undefined; to?: string | undefined }) => void;
  /** What the first and the last day are of. */
  labels: readonly [from: string, to: string];
}

/** The filter of a list by days, both included: neither goes beyond the other. */
export const DayRange = ({ from, to, onChange, labels: [first, last] }: Props) => {
  const { t } = useTranslation();
  return (
    <Group gap={8} wrap="nowrap">
      <DayBox
        aria-label={first}
        placeholder={t('form.fromDay')}
        value={from}
        onChange={(day) => onChange({ from: day ?? undefined })}
        w={166}
        {...(to && { max: to })}
      />
      <DayBox
        aria-label={last}
        placeholder={t('form.toDay')}
        value={to}
        onChange={(day) => onChange({ to: day ?? undefined })}
        w={166}
        {...(from && { min: from })}
      />
    </Group>
  );
};
