/* oxlint-disable jsx-a11y/prefer-tag-over-role -- what floats is placed by Mantine, which a dialog element is not */
import { ActionIcon, CloseButton, Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { readDay } from '../../lib/days.ts';
import { useFormHere } from './form-context.ts';

const Calendar = lazy(() => import('./Calendar.tsx'));

interface DayBoxProps {
  value: string | null | undefined;
  onChange: (day: string | null) => void;
  label?: string;
  'aria-label'?: string;
  error?: React.ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** How a day is written, unless said. */
  placeholder?: string;
  /** `YYYY-MM-DD` */
  min?: string;
  max?: string;
  name?: string;
  w?: number | string;
}

/**
 * A day as `YYYY-MM-DD`, typed and shown as dd/mm/yyyy (`1/2/26`, `010226` and `2026-02-01` are understood). What is no
 * day within the limits gives way to the day before it. The calendar comes when somebody asks for it.
 */
export const DayBox = ({ value, onChange, min, max, required, w, placeholder, ...rest }: DayBoxProps) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const take = (text: string) => {
    setTyped(text);
    const day = readDay(text);
    if (text.trim() === '') onChange(null);
    else if (day && !(min && day < min) && !(max && day > max)) onChange(day);
  };
  const pick = (day: string | null) => {
    setTyped(null);
    onChange(day);
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const opens = event.key === 'ArrowDown' && event.altKey;
    if (!opens && !(event.key === 'Escape' && isOpen)) return;
    event.preventDefault();
    event.stopPropagation();
    setOpen(opens);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <TextInput
          {...rest}
          w={w}
          {...(required && { withAsterisk: true })}
          value={typed ?? (value ? formats.day(value) : '')}
          placeholder={placeholder ?? t('form.dayHint')}
          autoComplete="off"
          onChange={(event) => take(event.currentTarget.value)}
          onBlur={() => setTyped(null)}
          onKeyDown={onKeyDown}
          leftSection={
            <ActionIcon
              aria-label={t('form.calendar')}
              aria-expanded={isOpen}
              color="gray"
              disabled={rest.disabled}
              onClick={() => setOpen(!isOpen)}
            >
              <IconCalendar size={17} aria-hidden />
            </ActionIcon>
          }
          rightSection={
            value && !rest.disabled ? (
              <CloseButton aria-label={t('action.clear')} iconSize={17} onClick={() => pick(null)} />
            ) : undefined
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('form.calendar')}>
        <Suspense fallback={null}>
          {isOpen && <Calendar value={value || null} min={min} max={max} onPick={pick} />}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
};

/** A DayBox of the form around it. */
export const DayField = ({
  name,
  ...rest
}: { name: string; label: string } & Omit<DayBoxProps, 'value' | 'onChange' | 'error' | 'name'>) => {
  const form = useFormHere();
  // oxlint-disable-next-line no-explicit-any -- what Mantine types as any
  const { error, ...props } = form.getInputProps(name) as Record<string, any>;
  const value = form.useWatchValue(name) as string | null;
  return (
    <DayBox
      {...({ 'data-path': props['data-path'] } as object)}
      {...rest}
      name={name}
      error={error}
      value={value}
      onChange={(day) => form.setFieldValue(name, day)}
    />
  );
};
