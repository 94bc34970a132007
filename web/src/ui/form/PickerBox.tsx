import { Input, InputBase, Loader, type InputBaseProps } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ComponentPropsWithoutRef,
  type KeyboardEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { fieldMessage } from '@bobina/contract/core/messages/messages.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { replayKeys } from '../../lib/replay-keys.ts';
import { deferred } from '../deferred.tsx';
import { useFieldCheck } from './field-checks.ts';
import { fieldsAfter, fieldsBefore, focusFirstOf } from './next-field.ts';
import { isStrayAmount, optionId, type Choice } from './picker-match.ts';

/** Maximum length of `q`. */
const LONGEST = 200;
const PickerList = deferred(async () => (await import('./PickerList.tsx')).PickerList);

/** The typed text of a picker and the state of its search. */
export interface PickerState {
  /** The typed text; null while the field shows the chosen label. */
  typed: string | null;
  isOpen: boolean;
  /** The field was left before the answer arrived; the best match is taken on arrival. */
  isLeaving: boolean;
}
export const AT_REST: PickerState = { typed: null, isOpen: false, isLeaving: false };

export interface PickerAnswer {
  choices: readonly Choice[];
  /** Whether the choices match the current text. */
  isReady: boolean;
  /** Why the choices could not be loaded. */
  failure?: string | undefined;
}

export type PickerLook = Omit<InputBaseProps, 'component' | 'pointer' | 'multiline'> &
  Omit<
    ComponentPropsWithoutRef<'input'>,
    'size' | 'value' | 'defaultValue' | 'onChange' | 'list' | 'style' | 'color'
  > & {
    'data-path'?: string;
    /** Whether the chosen value can be removed. Default: true unless the field is required. */
    clearable?: boolean;
    /** Accessible name of the clear button. */
    clearLabel?: string;
    /** Marks a text without matches. Default: there is no such active record. */
    unknown?: string;
    /** Each choice is added to a list below and clears the field; on leaving by pointer, unmatched text stays. */
    adds?: boolean;
    /**
     * Looks up a text without matches on Enter or Tab, or says why it has none.
     * @returns whether it was found
     */
    onNoMatch?: (text: string) => Promise<boolean>;
  };
interface Props extends PickerLook {
  state: PickerState;
  onState: (change: Partial<PickerState>) => void;
  answer: PickerAnswer;
  value: string | null;
  /** Label of the chosen value; empty while it loads. */
  shown: string;
  onChoose: (choice: Choice | null) => void;
}

type Outcome = 'untouched' | 'taken' | 'unknown' | 'waiting';

/**
 * Input and listbox shared by all pickers. Typing, a click and the arrow keys open the list. Focus alone does not: the
 * list of a focused first field would cover the form on a phone. The best match is highlighted; Enter and Tab take it
 * and move on. A text without matches stays, marks the field and blocks saving the form.
 */
export function PickerBox({
  state,
  onState,
  answer,
  value,
  shown,
  onChoose,
  clearable,
  clearLabel,
  unknown,
  adds = false,
  onNoMatch,
  error,
  required,
  ...rest
}: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { typed, isOpen, isLeaving } = state;
  const { choices, isReady, failure } = answer;
  const [cursor, setCursor] = useState<number | null>(null);
  const [problem, setProblem] = useState<string>();
  const held = useRef<string | null>(null);
  /** Tab leaves the field even if the text matches nothing; Enter stays. */
  const isLeftByTab = useRef(false);
  const waiters = useRef<((isFine: boolean) => void)[]>([]);
  // The list mounts with its first opening and stays, for its transition.
  const [hasOpened, setHasOpened] = useState(isOpen);
  if (isOpen && !hasOpened) setHasOpened(true);
  const text = typed ?? shown;
  const isTouched = typed !== null && typed !== shown;
  const best =
    isTouched && typed.trim() !== '' && isReady && choices.length > 0 && !isStrayAmount(typed, choices) ? 0 : null;
  const marked = cursor === null ? best : choices.length === 0 ? null : Math.min(cursor, choices.length - 1);
  /** An arrow key has opened the list, whose first choice is highlighted once it is there. */
  const isAwaited = isOpen && cursor !== null && !isReady;
  const path = rest['data-path'] ?? rest.id ?? id;

  const resetTyped = () => {
    setCursor(null);
    setProblem(undefined);
    onState(AT_REST);
  };
  const type = (next: string) => {
    setCursor(null);
    setProblem(undefined);
    onState({ typed: next, isOpen: true, isLeaving: false });
  };
  const take = (choice: Choice | null) =>
    flushSync(() => {
      resetTyped();
      if (adds || choice?.value !== (value ?? undefined)) onChoose(choice);
    });
  const refuse = (): Outcome => {
    setProblem(failure ?? unknown ?? fieldMessage(language, 'unknown'));
    onState({ isLeaving: false });
    return 'unknown';
  };
  /** Takes the highlighted choice or reports why there is none. */
  const leave = (): Outcome => {
    if (marked !== null && choices[marked] && !isAwaited && (isTouched || isOpen || isLeaving)) {
      take(choices[marked]);
      return 'taken';
    }
    if (!isTouched && !isAwaited) {
      resetTyped();
      return 'untouched';
    }
    if (typed?.trim() === '') {
      if (isClearable && value !== null) take(null);
      else resetTyped();
      return 'untouched';
    }
    if (isReady) return refuse();
    onState({ isLeaving: true });
    return 'waiting';
  };
  const focusNext = (fields: readonly HTMLElement[]) => {
    const { activeElement } = document;
    if (activeElement === input.current || activeElement === document.body || activeElement === null)
      focusFirstOf(input.current?.isConnected ? fieldsAfter(input.current) : fields);
  };
  /** Whether the next field depends on the answer. If so, focus and keystrokes wait for it. */
  const holdsFocus = (fields: readonly HTMLElement[]) => adds || fields[0]?.matches(':disabled') === true;

  const lookUpUnmatched = async () => {
    if (typed !== null && onNoMatch && (await onNoMatch(typed))) resetTyped();
  };
  const onAnswer = useEffectEvent(() => {
    if (!isLeaving) return;
    const keys = held.current;
    held.current = null;
    const fields = input.current ? fieldsAfter(input.current) : [];
    const outcome = leave();
    for (const resolve of waiters.current.splice(0)) resolve(outcome !== 'unknown');
    if (outcome === 'unknown' && (keys !== null || !adds)) void lookUpUnmatched();
    if (keys === null) return;
    if (outcome === 'taken' || keys !== '' || isLeftByTab.current) focusNext(fields);
    replayKeys(keys);
  });
  useEffect(() => {
    // Runs outside the effect, because taking the choice renders synchronously.
    if (isLeaving && isReady) queueMicrotask(onAnswer);
  }, [isLeaving, isReady, choices]);

  const holdKeys = (byTab: boolean) => {
    held.current = '';
    isLeftByTab.current = byTab;
  };
  const onEnter = (event: KeyboardEvent) => {
    event.preventDefault();
    const fields = fieldsAfter(input.current!);
    const outcome = leave();
    if (outcome === 'unknown') {
      onState({ isOpen: true });
      void lookUpUnmatched();
    } else if (outcome === 'waiting' && holdsFocus(fields)) holdKeys(false);
    else if (!adds || outcome === 'taken') focusNext(fields);
  };
  const onTab = (event: KeyboardEvent) => {
    const fields = event.shiftKey ? fieldsBefore(input.current!) : fieldsAfter(input.current!);
    const outcome = leave();
    if (outcome === 'waiting' && !event.shiftKey && holdsFocus(fields)) {
      event.preventDefault();
      holdKeys(true);
    } else if (outcome === 'unknown' && !adds) void lookUpUnmatched();
    else if (outcome === 'taken' && document.activeElement !== input.current) {
      // The field unmounted, or the form has moved the focus.
      event.preventDefault();
      if (document.activeElement === document.body) focusFirstOf(fields);
    }
  };
  /** Buffers keystrokes for the next field until the answer arrives. */
  const hold = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Escape') {
      held.current = null;
      onState({ isLeaving: false });
    } else if (event.key === 'Enter' || event.key === 'Tab') held.current += '\n';
    else if (event.key === 'Backspace') held.current = held.current!.slice(0, -1);
    else if (event.key.length === 1) held.current += event.key;
    else return;
    event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    rest.onKeyDown?.(event);
    if (event.defaultPrevented || event.nativeEvent.isComposing || rest.readOnly) return;
    if (held.current !== null) return hold(event);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') return onEnter(event);
    if (event.key === 'Tab') return onTab(event);
    if (event.key === 'Escape' && isOpen) return onState({ isOpen: false });
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    // The choices still shown belong to an earlier text. Enter then waits for the best match of the new one.
    if (isTouched && !isReady) return onState({ isOpen: true });
    const chosen = choices.findIndex((choice) => choice.value === value);
    const step = event.key === 'ArrowDown' ? 1 : -1;
    if (choices.length > 0 || !isReady)
      setCursor(isOpen && marked !== null ? (marked + step + choices.length) % choices.length : Math.max(chosen, 0));
    onState({ isOpen: true });
  };
  const onBlur = () => {
    if (document.activeElement === input.current) return; // the window lost the focus, not the field
    held.current = null;
    if (isLeaving) return onState({ isOpen: false });
    if (!adds) leave();
    else if (isTouched && typed.trim() !== '' && isReady && choices.length === 0) refuse();
    onState({ isOpen: false });
  };

  useFieldCheck({
    path,
    isOpen: () => isTouched && typed.trim() !== '',
    settle: async () => {
      if (adds) return refuse() !== 'unknown';
      const outcome = isLeaving ? 'waiting' : leave();
      if (outcome !== 'waiting') return outcome !== 'unknown';
      return new Promise<boolean>((resolve) => void waiters.current.push(resolve));
    },
  });
  // A new value from outside replaces the typed text.
  const [before, setBefore] = useState(value);
  if (before !== value) {
    setBefore(value);
    if (typed !== null) resetTyped();
    else setProblem(undefined);
  }
  useEffect(() => {
    if (isOpen && marked !== null) document.getElementById(optionId(id, marked))?.scrollIntoView({ block: 'nearest' });
  });

  // A name that arrives after the focus is replaced by typing, as one that was there before.
  const selectName = useEffectEvent(() => {
    if (typed === null && document.activeElement === input.current) input.current?.select();
  });
  useEffect(() => selectName(), [shown]);

  const isWaiting = (isOpen || isLeaving) && !isReady;
  const isClearable = clearable ?? !required;
  const empty = isReady ? (failure ?? t('list.noMatch')) : t('app.loading');
  const label = rest['aria-label'] ?? (typeof rest.label === 'string' ? rest.label : undefined);
  return (
    <>
      <InputBase
        placeholder={t('form.searchToPick')}
        __defaultRightSection={<IconSelector size={16} aria-hidden />}
        __clearSection={
          <Input.ClearButton
            tabIndex={-1}
            aria-hidden
            aria-label={clearLabel ?? t('action.clear')}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(null)}
          />
        }
        __clearable={isClearable && value !== null && !rest.disabled && !rest.readOnly}
        rightSectionPointerEvents={isClearable && value !== null ? 'all' : 'none'}
        {...(isWaiting && { rightSection: <Loader size="xs" type="oval" /> })}
        maxLength={LONGEST}
        {...rest}
        {...(required !== undefined && { required })}
        __staticSelector="Select"
        ref={input}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input that opens a list
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-busy={value !== null && typed === null && shown === ''}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen && marked !== null ? optionId(id, marked) : undefined}
        data-expanded={isOpen || undefined}
        data-mantine-stop-propagation={isOpen || undefined}
        error={problem ?? error}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onClick={() => onState({ isOpen: true })}
        onFocus={(event) => {
          rest.onFocus?.(event);
          // Typing replaces a chosen value instead of continuing its text. A pointer then places the caret.
          if (typed === null) event.currentTarget.select();
        }}
        onBlur={(event) => {
          rest.onBlur?.(event);
          onBlur();
        }}
        onKeyDown={onKeyDown}
      />
      {hasOpened && (
        <PickerList
          input={input}
          id={id}
          isOpen={isOpen}
          onOpen={(opened) => onState({ isOpen: opened })}
          choices={choices}
          marked={marked}
          value={value}
          {...(label && { label })}
          empty={empty}
          hidden={Boolean(rest.disabled ?? rest.readOnly)}
          onTake={(choice) => {
            const fields = fieldsAfter(input.current!);
            take(choice);
            if (!input.current?.isConnected && document.activeElement === document.body) focusFirstOf(fields);
          }}
        />
      )}
    </>
  );
}
