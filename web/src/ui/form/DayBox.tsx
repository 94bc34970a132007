import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isDay } from '@bobina/contract/core/read-day.ts';
import { readTypedDay } from '../../lib/days.ts';
import { useFormats } from '../../lib/formats.ts';
import { deferred } from '../deferred.tsx';
import { useDayFault } from './use-day-fault.ts';
import classes from './form.module.css';

const DayDropdown = deferred(async () => (await import('./DayDropdown.tsx')).DayDropdown);
/** The earliest day that the server accepts. */
const FIRST_DAY = '1900-01-01';

export interface DayBoxProps {
  /** `YYYY-MM-DD`, or a text that is not a day, which is shown and marked. */
  value: string | null | undefined;
  /** Receives `YYYY-MM-DD`, null for an empty field, or the typed text if it is not a day within the limits. */
  onChange: (value: string | null) => void;
  label?: string;
  'aria-label'?: string;
  /** `true` marks the field without showing a text. */
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** Default: the expected format. */
  placeholder?: string;
  /** `YYYY-MM-DD`, inclusive. */
  min?: string;
  max?: string;
  name?: string;
  w?: number | string;
}

/**
 * A day input that accepts every format of the contract's `readDay` and shows dd/mm/yyyy. While the user types, it
 * shows the parsed day in full. An invalid text stays and is passed to the form, which rejects it. Alt + arrow down
 * opens the calendar; the calendar button and the clear button are not Tab stops.
 */
export function DayBox({
  value,
  onChange,
  min = FIRST_DAY,
  max,
  required,
  w,
  placeholder,
  error,
  ...rest
}: DayBoxProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const fault = useDayFault(value, min, max);
  const reading = typed !== null && isDay(value) ? formats.fullDay(value) : null;
  // The dropdown mounts with its first opening and stays, for its transition.
  const [hasOpened, setHasOpened] = useState(false);
  if ((isOpen || reading !== null) && !hasOpened) setHasOpened(true);
  const field = inSentence(rest.label ?? rest['aria-label'] ?? '');

  const take = (text: string) => {
    setTyped(text);
    const day = readTypedDay(text, { min, max });
    const isAllowed = day !== null && day >= min && !(max && day > max);
    onChange(text.trim() === '' ? null : isAllowed ? day : text);
  };
  const pick = (day: string | null) => {
    setTyped(null);
    onChange(day);
    setOpen(false);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const opens = event.key === 'ArrowDown' && event.altKey;
    if (!opens && !(event.key === 'Escape' && isOpen)) return;
    event.preventDefault();
    event.stopPropagation();
    setOpen(opens);
  };
  return (
    <>
      <TextInput
        {...rest}
        ref={input}
        className={classes.day!}
        w={w}
        {...(required && { withAsterisk: true })}
        value={typed ?? (isDay(value) ? formats.day(value) : (value ?? ''))}
        // An incomplete day is not marked while typing, unless the form has rejected it before.
        error={fault && error !== true && (typed === null || error) ? fault : error}
        placeholder={placeholder ?? t('form.dayHint')}
        autoComplete="off"
        onChange={(event) => take(event.currentTarget.value)}
        // Typing replaces a day. A pointer then places the caret.
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setTyped(null)}
        onKeyDown={onKeyDown}
        leftSection={
          <ActionIcon
            aria-label={t('form.openCalendar', { field })}
            aria-expanded={isOpen}
            tabIndex={-1}
            color="gray"
            disabled={rest.disabled}
            onClick={() => setOpen(!isOpen)}
          >
            <IconCalendar size={17} aria-hidden />
          </ActionIcon>
        }
        rightSection={
          value && !rest.disabled ? (
            <CloseButton
              aria-label={t('form.clearField', { field })}
              tabIndex={-1}
              iconSize={17}
              onClick={() => pick(null)}
            />
          ) : undefined
        }
      />
      {hasOpened && (
        <DayDropdown
          input={input}
          isOpen={isOpen}
          onOpen={setOpen}
          reading={reading}
          label={t('form.calendar', { field })}
          value={isDay(value) ? value : null}
          min={min}
          max={max}
          onPick={pick}
        />
      )}
      <span className="visually-hidden" aria-live="polite">
        {reading}
      </span>
    </>
  );
}

/** Lower-cases the first letter for use in a sentence: "Consegna richiesta" → "consegna richiesta"; "DDT" stays. */
function inSentence(label: string): string {
  return /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLocaleLowerCase() + label.slice(1);
}
