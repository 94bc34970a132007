import { Input, InputBase, type SelectProps } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react';
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

const FullSelect = prepared<Props>(() => import('./MantineSelect.ts'));
whenIdle(FullSelect.prepare);
/** The keys that open the options. */
const OPENING = ['Enter', 'NumpadEnter', 'Space', 'ArrowDown', 'ArrowUp'];

/**
 * Mantine's Select for what the first paint shows, such as the filters of a list. At rest it is an input that looks and
 * reads the same; its first click or key loads and mounts the Select and passes the click or key on to it.
 */
export function Select(props: Props) {
  const input = useRef<HTMLInputElement>(null);
  const isWaking = useRef(false);
  const [act, setAct] = useState<Act>();
  useLayoutEffect(() => {
    if (!act || !input.current) return;
    input.current.focus({ preventScroll: true });
    act(input.current);
  }, [act]);
  const wake = async (next: Act) => {
    if (isWaking.current) return;
    isWaking.current = true;
    try {
      await FullSelect.prepare();
      setAct(() => next);
    } catch (error) {
      isWaking.current = false;
      toast.problem(error, commonText('problem.unexpected'));
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, code } = event;
    if (!OPENING.includes(code)) return;
    event.preventDefault();
    void wake((target) => target.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true })));
  };
  if (act) return <FullSelect {...props} ref={input} />;
  const { data, value, clearable, clearButtonProps, allowDeselect: _, onChange, ...look } = props;
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
      onClick={() => void wake((target) => target.click())}
      onKeyDown={onKeyDown}
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
