import { Badge, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OwnSession } from '@bobina/contract/identity/auth.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { toast } from '../../../ui/toasts.ts';
import { withPresence } from '../presence/with-presence.ts';
import { AccountPanel } from './AccountPanel.tsx';
import { describeAgent } from './describe-agent.ts';

/** Shows the user's valid sessions, and ends any but the current one. */
export function SessionsPanel() {
  const { t } = useTranslation('identity');
  const { instant } = useFormats();
  const sessions = useQuery(api.auth.sessions.query());
  const nameOf = ({ user_agent }: OwnSession) =>
    describeAgent(user_agent) ?? (user_agent === '' ? t('sessions.unknown') : user_agent);
  const end = async (row: OwnSession) => {
    const sure = await confirm({
      title: t('sessions.end'),
      message: t('sessions.endConfirm', { device: nameOf(row), address: row.address }),
      confirmLabel: t('sessions.end'),
      danger: true,
    });
    if (!sure) return;
    try {
      await withPresence(() => api.auth.endSession({ id: row.id }));
      toast.success(t('sessions.ended'));
    } catch (error) {
      toast.problem(error, t('sessions.endFailed'));
    } finally {
      await queryClient.invalidateQueries({ queryKey: api.auth.sessions.key });
    }
  };
  return (
    <AccountPanel title={t('sessions.title')} hint={t('sessions.hint')}>
      {sessions.error && !sessions.data && (
        <LoadFailed error={sessions.error} onRetry={() => void sessions.refetch()} title={t('sessions.loadFailed')} />
      )}
      {sessions.data && (
        <PlainTable
          label={t('sessions.title')}
          minWidth={560}
          heads={[
            { label: t('sessions.device') },
            { label: t('event.address') },
            { label: t('sessions.created_at') },
            { label: t('sessions.last_used_at') },
            { label: t('sessions.end') },
          ]}
        >
          {sessions.data.rows.map((row) => (
            <tr key={row.id}>
              <td title={row.user_agent}>
                {/* On a phone the badge is below the name, because beside it there is no room. */}
                <Group gap={4}>
                  <Text size="sm" lineClamp={2}>
                    {nameOf(row)}
                  </Text>
                  {row.is_current && (
                    <Badge variant="light" style={{ flexShrink: 0 }}>
                      {t('sessions.current')}
                    </Badge>
                  )}
                </Group>
              </td>
              <td>{row.address || '—'}</td>
              <td data-whole>{instant(row.created_at)}</td>
              <td data-whole>{instant(row.last_used_at)}</td>
              <td>
                {!row.is_current && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`${t('sessions.end')}: ${nameOf(row)} ${row.address}`}
                    onClick={() => void end(row)}
                  >
                    {t('sessions.end')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </PlainTable>
      )}
    </AccountPanel>
  );
}
