import { ActionIcon, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { LinkButton, LinkIcon } from '../link.tsx';
import { Hint } from '../overlay/Hint.tsx';

interface Props {
  label: string;
  icon: ReactNode;
  /** An address, or a callback. */
  to?: string | undefined;
  onClick?: (() => void) | undefined;
  /** Shows the icon alone, which is named by the label. */
  isNarrow: boolean;
  variant?: 'filled' | 'light' | 'default';
  disabled?: boolean;
}

/** A button beside the title of a screen. */
export function PageAction({ label, icon, to, onClick, isNarrow, variant = 'default', disabled = false }: Props) {
  if (!isNarrow)
    return to === undefined ? (
      <Button variant={variant} leftSection={icon} onClick={onClick} disabled={disabled}>
        {label}
      </Button>
    ) : (
      <LinkButton to={to} variant={variant} leftSection={icon}>
        {label}
      </LinkButton>
    );
  return (
    <Hint label={label}>
      {to === undefined ? (
        <ActionIcon variant={variant} size="lg" aria-label={label} onClick={onClick} disabled={disabled}>
          {icon}
        </ActionIcon>
      ) : (
        <LinkIcon to={to} variant={variant} size="lg" aria-label={label}>
          {icon}
        </LinkIcon>
      )}
    </Hint>
  );
}
