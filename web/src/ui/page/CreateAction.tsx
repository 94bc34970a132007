import { IconPlus } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { PageAction } from './PageAction.tsx';

/** What creates a row of a list: an address or a callback. */
export interface Create {
  label: string;
  to?: string;
  onClick?: () => void;
}

let carryKeys: (() => void) | undefined;

/** The button that creates a row. Beside the title it is the one filled button; in the empty list below it is `light`. */
export function CreateAction({
  isNarrow = false,
  variant = 'filled',
  ...create
}: Create & { isNarrow?: boolean; variant?: 'filled' | 'light' }) {
  return (
    <span style={{ display: 'contents' }} onFocus={prepare} onPointerOver={prepare} onClickCapture={onPress}>
      <PageAction {...create} icon={<IconPlus size={18} />} isNarrow={isNarrow} variant={variant} />
    </span>
  );
}

/** Loads the code before the press; without the network the keys are not carried. */
function prepare() {
  import('./carry-keys.ts').then(
    (code) => ({ carryKeys } = code),
    () => {},
  );
}

/** What is typed while the form loads goes into it. A press with a modifier opens it in another tab. */
function onPress({ button, ctrlKey, metaKey, shiftKey }: MouseEvent) {
  if (button === 0 && !ctrlKey && !metaKey && !shiftKey) carryKeys?.();
}
