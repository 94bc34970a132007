import { ActionIcon, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { LinkButton, LinkIcon } from '../../../ui/link.tsx';
import { Hint } from '../../../ui/overlay/Hint.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';

interface Props {
  label: string;
  icon: ReactNode;
  /** Target of the link; `onClick` is the alternative. */
  to?: string;
  onClick?: () => void;
  loading?: boolean;
}

/** Shows a button next to the title; on phones only its icon. */
export function ToolButton({ label, icon, to, onClick, loading = false }: Props) {
  const isNarrow = useNarrow('48em');
  if (isNarrow)
    return (
      <Hint label={label}>
        {to ? (
          <LinkIcon to={to} variant="default" size="lg" aria-label={label}>
            {icon}
          </LinkIcon>
        ) : (
          <ActionIcon variant="default" size="lg" aria-label={label} onClick={onClick} loading={loading}>
            {icon}
          </ActionIcon>
        )}
      </Hint>
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
