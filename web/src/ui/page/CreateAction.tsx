import { IconPlus } from '@tabler/icons-react';
import { PageAction } from './PageAction.tsx';

/** What creates a row of a list: an address or a callback. */
export interface Create {
  label: string;
  to?: string;
  onClick?: () => void;
}

/** The button that creates a row. Beside the title it is the one filled button; in the empty list below it is `light`. */
export function CreateAction({
  isNarrow = false,
  variant = 'filled',
  ...create
}: Create & { isNarrow?: boolean; variant?: 'filled' | 'light' }) {
  return <PageAction {...create} icon={<IconPlus size={18} />} isNarrow={isNarrow} variant={variant} />;
}
