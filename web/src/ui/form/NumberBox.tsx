import { TextInput, type TextInputProps } from '@mantine/core';
import { Suspense, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { fieldMessage } from '@bobina/contract/core/messages/messages.ts';
import { formatsOf } from '../../lib/formats.ts';
import { loadTexts, useLanguage } from '../../lib/i18n/i18n.ts';
import { readNumber } from '@bobina/contract/core/read-number.ts';
import { prepared } from '../prepared.tsx';
import classes from './form.module.css';

const NumberNote = prepared(() => import('./NumberNote.tsx'));

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
  /** A number of pieces, of which a fraction has fewer than three decimals: a point before three digits groups them. */
  isCounted?: boolean;
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
  isCounted = false,
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
  /** The text of a number in another unit than the field's, which may be a mistake: a note says so until the text changes. */
  const [inOtherUnit, setInOtherUnit] = useState<string | null>(null);
  const readText = (text: string) => readNumber(text, language, { whole: decimals === 0 || isCounted, unit });
  // A text is not judged while it is typed, unless the form has rejected it.
  const judged = typeof value === 'string' && (!isTyping || error) ? readText(value) : null;
  const choice = judged?.kind === 'ambiguous' ? judged : null;
  /** The text of the note. */
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
    // Enter moves the focus into the note of an ambiguous number, which must be there at once, and so must its texts.
    void Promise.all([NumberNote.prepare(), loadTexts(['numbers'])]).catch(() => {});
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
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    // The first Enter shows the note, because it may save the form: a box is not stored as a piece unseen.
    if (event.key === 'Enter' && isTyping && inOtherUnit !== null) {
      event.preventDefault();
      event.stopPropagation();
      setTyping(false);
      return;
    }
    onKeyDown?.(event);
    const direction = { ArrowUp: 1 as const, ArrowDown: -1 as const }[event.key];
    if (step === undefined || direction === undefined || event.defaultPrevented || event.altKey) return;
    event.preventDefault();
    stepBy(direction);
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
        onKeyDown={onKey}
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
        <Suspense fallback={null}>
          <NumberNote typed={meant} choice={choice} unit={unit} onChange={onChange} input={input} />
        </Suspense>
      )}
    </div>
  );
}
