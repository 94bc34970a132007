import { ActionIcon, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { LinkButton, LinkIcon } from '../link.tsx';

/** What creates a row of a list: an address or a callback. */
export interface Create {
  label: string;
  to?: string;
  onClick?: () => void;
}

/** The button that creates a row. Beside the title it is the one filled button; in the empty list below it is `light`. */
export function CreateAction({
  label,
  to,
  onClick,
  isNarrow = false,
  variant = 'filled',
}: Create & { isNarrow?: boolean; variant?: 'filled' | 'light' }) {
  const shared = { variant, ...(isNarrow && { size: 'lg', 'aria-label': label }) };
  const icon = <IconPlus size={18} />;
  if (to !== undefined)
    return isNarrow ? (
      <LinkIcon to={to} {...shared} aria-label={label}>
        {icon}
      </LinkIcon>
    ) : (
      <LinkButton to={to} leftSection={icon} {...shared}>
        {label}
      </LinkButton>
    );
  return isNarrow ? (
    <ActionIcon onClick={onClick} {...shared}>
      {icon}
    </ActionIcon>
  ) : (
    <Button leftSection={icon} onClick={onClick} {...shared}>
      {label}
    </Button>
  );
}
