import { Button, TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { fieldMessage } from '@bobina/contract/core/messages/messages.ts';
import { formatsOf } from '../../lib/formats.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { readNumber } from '@bobina/contract/core/read-number.ts';
import classes from './form.module.css';

/** The server stores at most this many decimals. */
const MOST_DECIMALS = 5;

/** A number, null for an empty field, or a text that is not a number, which the form rejects. */
export type Entered = number | string | null;

export interface NumberBoxProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'form'> {
  value: Entered | undefined;
  onChange: (value: Entered) => void;
  /** Shown at the right end: kg, mm, %. */
  unit?: string | undefined;
  /** Number of decimals; 0 for whole numbers. The stored value is shown unrounded. */
  decimals?: number;
  /** Minimum decimals of the formatted value. */
  least?: number;
  /** Maximum decimals of the formatted value. Editing and a tooltip show all of them. */
  most?: number;
  /** Shows the number without grouping, such as a year. */
  isUngrouped?: boolean;
  /** Step of the up and down arrow keys, with 0 as the minimum. Without it, the keys do nothing. */
  step?: number;
}

/**
 * A number input that accepts comma or point, and a unit or currency beside the number. The value is grouped without the focus and
 * plain while edited. Text that is not a number stays and is marked when the user leaves the field; an ambiguous `8.767`
 * then asks which reading is meant. `lib/scanner.ts` removes scanned barcodes from it.
 */
export function NumberBox({
  value,
  onChange,
  unit,
  decimals = 5,
  least = 0,
  most = MOST_DECIMALS,
  isUngrouped = false,
  step,
  error,
  onBlur,
  onFocus,
  onKeyDown,
  ...rest
}: NumberBoxProps) {
  const language = useLanguage();
  const { t } = useTranslation();
  const formats = formatsOf(language);
  const input = useRef<HTMLInputElement>(null);
  const isPressed = useRef(false);
  const inEdit = (shown: Entered | undefined) =>
    typeof shown === 'number'
      ? formats.number(shown, MOST_DECIMALS).replaceAll(language === 'en' ? ',' : /[.\s\u00a0\u202f]/g, '')
      : (shown ?? '');
  const atRest = (shown: Entered | undefined) =>
    typeof shown === 'number' && !isUngrouped ? formats.number(shown, most, least) : inEdit(shown);
  const [typed, setTyped] = useState<string | null>(null);
  const [known, setKnown] = useState(value);
  const [filled, setFilled] = useState(0);
  // A value that is set while the empty field has the focus is shown at once, selected, so that typing replaces it.
  if (!Object.is(value, known)) {
    setKnown(value);
    if (typed === '' && (known ?? '') === '' && typeof value === 'number') {
      setTyped(inEdit(value));
      setFilled(filled + 1);
    }
  }
  useEffect(() => {
    if (filled > 0) input.current?.select();
  }, [filled]);
  const [isTyping, setTyping] = useState(false);
  /** The text of a number in another unit than the field's, which may be a mistake: how it was read is shown. */
  const [inOtherUnit, setInOtherUnit] = useState<string | null>(null);
  const readText = (text: string) => readNumber(text, language, { whole: decimals === 0, unit });
  // A text is not judged while it is typed, unless the form has rejected it.
  const judged = typeof value === 'string' && (!isTyping || error) ? readText(value) : null;
  const choice = judged?.kind === 'ambiguous' ? judged : null;
  /** The text whose reading is asked for, or shown. */
  const meant = choice ? String(value).trim() : !isTyping && typeof value === 'number' ? inOtherUnit : null;
  // `true` marks a field whose message is shown elsewhere.
  const fault = judged?.kind === 'invalid' && error !== true ? fieldMessage(language, 'not_number') : error;

  const take = (text: string) => {
    setTyped(text);
    setTyping(true);
    const read = readText(text);
    setInOtherUnit(read.kind === 'number' && read.isOtherUnit ? text.trim() : null);
    onChange(read.kind === 'number' ? read.value : read.kind === 'empty' ? null : text);
  };
  /**
   * Removes the grouping for editing. Selects all unless a pointer placed the caret, so that typing replaces the value.
   * Sets the text directly, because the next render would lose the selection.
   */
  const begin = (field: HTMLInputElement) => {
    const text = inEdit(value);
    if (field.value !== text) field.value = text;
    setTyped(text);
    if (!isPressed.current) field.select();
  };
  const settle = () => {
    setTyped(null);
    setTyping(false);
  };
  const stepBy = (direction: 1 | -1) => {
    if (typeof value === 'string') return;
    const from = typeof value === 'number' ? value : 0;
    const next = Math.max(0, Number((from + direction * step!).toFixed(5)));
    setTyped(inEdit(next));
    onChange(next);
  };
  const onArrow = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    const direction = { ArrowUp: 1 as const, ArrowDown: -1 as const }[event.key];
    if (step === undefined || direction === undefined || event.defaultPrevented || event.altKey) return;
    event.preventDefault();
    stepBy(direction);
  };
  const choose = (meant: number) => {
    // The field must have the number before its focus shows it for editing.
    flushSync(() => onChange(meant));
    input.current?.focus();
  };
  return (
    <div className={classes.number!}>
      <TextInput
        {...(typeof value === 'number' &&
          !isUngrouped &&
          atRest(value) !== formats.number(value, MOST_DECIMALS, least) && { title: inEdit(value) })}
        {...rest}
        ref={input}
        inputMode={decimals === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        error={choice ? undefined : fault}
        value={typed ?? atRest(value)}
        onChange={(event) => take(event.currentTarget.value)}
        onPointerDown={() => (isPressed.current = true)}
        onPointerUp={() => (isPressed.current = false)}
        onFocus={(event) => (begin(event.currentTarget), onFocus?.(event))}
        onKeyDown={onArrow}
        onBlur={(event) => (settle(), (isPressed.current = false), onBlur?.(event))}
        {...(unit && {
          rightSection: (
            <span aria-hidden className={classes.unit}>
              {unit}
            </span>
          ),
          rightSectionWidth: unit.length * 8 + 20,
          rightSectionPointerEvents: 'none' as const,
        })}
      />
      {meant !== null && (
        <div className={classes.ask} role="alert">
          {t('form.ambiguous', { typed: meant })}{' '}
          {choice ? (
            <>
              <Button size="compact-sm" variant="light" onClick={() => choose(choice.grouped)}>
                {formats.number(choice.grouped, 5, 2)}
              </Button>
              <Button size="compact-sm" variant="light" onClick={() => choose(choice.decimal)}>
                {formats.number(choice.decimal, 5, 3)}
              </Button>
            </>
          ) : (
            formats.quantity(value as number, unit!)
          )}
        </div>
      )}
    </div>
  );
}
