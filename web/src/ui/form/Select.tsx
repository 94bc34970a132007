import { Input, InputBase, type SelectProps } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState, type ComponentType, type KeyboardEvent, type Ref } from 'react';
import { commonText } from '../../lib/i18n/i18n.ts';
import { whenIdle } from '../deferred.tsx';
import { prepared } from '../prepared.tsx';
import { toast } from '../toasts.ts';

interface Props extends Omit<SelectProps, 'data' | 'value'> {
  data: readonly { value: string; label: string }[];
  value: string | null;
  ref?: Ref<HTMLInputElement>;
}
type Act = (input: HTMLInputElement) => void;

const Later = prepared<ComponentType<Props>>(
  () => import('./FullSelect.tsx') as Promise<{ default: ComponentType<Props> }>,
);
whenIdle(Later.prepare);
/** The keys that open the options, besides letters and digits. */
const OPENING = ['Enter', 'NumpadEnter', 'Space', 'ArrowDown', 'ArrowUp'];

/**
 * Mantine's Select for what the first paint shows, such as the filters of a list. Until it is opened it is an input that looks and
 * reads the same; its first click or key loads and mounts the Select and passes the click or key on to it, and the keys
 * pressed while the code loads.
 */
export function Select(props: Props) {
  const input = useRef<HTMLInputElement>(null);
  /** The click or keys that the Select has not received yet. Empty while the code is not needed. */
  const held = useRef<Act[]>([]);
  const [isAwake, setAwake] = useState(false);
  useLayoutEffect(() => {
    if (!isAwake || !input.current || held.current.length === 0) return;
    input.current.focus({ preventScroll: true });
    void replay(held.current, input.current);
  }, [isAwake]);
  const hold = async (act: Act) => {
    held.current.push(act);
    if (held.current.length > 1) return;
    try {
      await Later.prepare();
      setAwake(true);
    } catch (error) {
      held.current = [];
      toast.problem(error, commonText('problem.unexpected'));
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, code, timeStamp } = event;
    const isLoading = held.current.length > 0;
    const isText = /^[\p{L}\d]$/u.test(key) && !(event.ctrlKey || event.metaKey || event.altKey);
    if (!OPENING.includes(code) && !isText && !(isLoading && key === 'Escape')) return;
    event.preventDefault();
    // Escape closes the options that the keys before it open, not the dialog around the field.
    if (key === 'Escape') event.stopPropagation();
    void hold((target) => {
      const again = new KeyboardEvent('keydown', { key, code, bubbles: true });
      // Keys without breaks are a scan, so they keep the time at which they were pressed.
      Object.defineProperty(again, 'timeStamp', { value: timeStamp });
      target.dispatchEvent(again);
    });
  };
  if (isAwake) return <Later {...props} ref={input} />;
  const { data, value, clearable, clearButtonProps, allowDeselect: _, onChange, onBlur, ...look } = props;
  return (
    <InputBase
      {...(look as object)}
      ref={input}
      __staticSelector="Select"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/role-has-required-aria-props -- as Mantine's Select, whose list exists while it is open
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      autoComplete="off"
      readOnly
      pointer
      value={data.find((option) => option.value === value)?.label ?? ''}
      // A second click of an impatient user would close the options again.
      onClick={() => held.current.length === 0 && void hold((target) => target.click())}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        held.current = [];
        onBlur?.(event);
      }}
      rightSection={<IconSelector size={16} aria-hidden />}
      rightSectionPointerEvents="none"
      __clearable={clearable === true && value !== null}
      __clearSection={
        <Input.ClearButton
          tabIndex={-1}
          aria-hidden
          {...clearButtonProps}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChange?.(null, null as never)}
        />
      }
    />
  );
}

/**
 * Passes the acts on, one per task: the options are mounted only after the input, and Mantine needs the state after
 * each key for the next one.
 */
async function replay(acts: Act[], input: HTMLInputElement): Promise<void> {
  for (let act = acts.shift(); act; act = acts.shift()) {
    await new Promise((resolve) => setTimeout(resolve));
    act(input);
  }
}
