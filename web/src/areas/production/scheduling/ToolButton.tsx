import { ActionIcon, Button, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { LinkButton, LinkIcon } from '../../../ui/link.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';

interface Props {
  label: string;
  icon: ReactNode;
  /** Where it leads, or what it does. */
  to?: string;
  onClick?: () => void;
  loading?: boolean;
}

/** A button beside the title: on a phone its icon alone, so that what the screen shows has room. */
export function ToolButton({ label, icon, to, onClick, loading = false }: Props) {
  const isNarrow = useNarrow('48em');
  if (isNarrow)
    return (
      <Tooltip label={label}>
        {to ? (
          <LinkIcon to={to} variant="default" size="lg" aria-label={label}>
            {icon}
          </LinkIcon>
        ) : (
          <ActionIcon variant="default" size="lg" aria-label={label} onClick={onClick} loading={loading}>
            {icon}
          </ActionIcon>
        )}
      </Tooltip>
    );
  return to ? (
    <LinkButton to={to} variant="default" leftSection={icon}>
      {label}
    </LinkButton>
  ) : (
    <Button variant="default" leftSection={icon} onClick={onClick} loading={loading}>
      {label}
    </Button>
  );
}
