import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../../../ui/page/Panel.tsx';

/** A part of the account screen under a heading. */
export function AccountPanel({
  title,
  hint,
  actions,
  children,
}: {
  title: string;
  hint?: string;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Panel p={20}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Title order={2} fz="md">
              {title}
            </Title>
            {hint && (
              <Text size="sm" c="dimmed">
                {hint}
              </Text>
            )}
          </div>
          {actions && <Group gap={8}>{actions}</Group>}
        </Group>
        {children}
      </Stack>
    </Panel>
  );
}
