import { ActionIcon, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { LinkButton, LinkIcon } from '../link.tsx';
import { Hint } from '../overlay/Hint.tsx';
import { useNarrow } from '../use-narrow.ts';

interface Tool {
  label: string;
  icon: ReactNode;
  /** An address; `onClick` is the alternative. */
  to?: string | undefined;
  onClick?: (() => void) | undefined;
  loading?: boolean;
  disabled?: boolean;
}
interface Props extends Tool {
  /** Shows the icon alone, which is named by the label. */
  isNarrow: boolean;
  variant?: 'filled' | 'light' | 'default';
}

/** A button beside the title of a screen. */
export function PageAction({ label, icon, to, isNarrow, variant = 'default', ...act }: Props) {
  if (!isNarrow)
    return to === undefined ? (
      <Button variant={variant} leftSection={icon} {...act}>
        {label}
      </Button>
    ) : (
      <LinkButton to={to} variant={variant} leftSection={icon}>
        {label}
      </LinkButton>
    );
  const shared = { variant, size: 'lg', 'aria-label': label, children: icon };
  return (
    <Hint label={label}>
      {to === undefined ? <ActionIcon {...shared} {...act} /> : <LinkIcon to={to} {...shared} />}
    </Hint>
  );
}

/** A further button beside the title: on a phone only its icon. */
export function ToolButton(tool: Tool) {
  return <PageAction {...tool} isNarrow={useNarrow('48em')} />;
}
