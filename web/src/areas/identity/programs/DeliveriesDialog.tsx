import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Delivery, Webhook } from '@bobina/contract/system/webhooks.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { toast } from '../../../ui/toasts.ts';
import { useActivityWords } from '../users/use-activities.ts';

const SHOWN = 50;

/** Shows the newest deliveries of a webhook; any of them can be sent again. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Pick<Webhook, 'id' | 'url'>; onClose: () => void }) {
  const { t } = useTranslation('identity');
  const formats = useFormats();
  const { actionOf, entityOf } = useActivityWords();
  const { data } = useQuery(api.webhooks.deliveries.query({ id: webhook.id, query: { limit: SHOWN } }));
  const again = async ({ id }: Delivery) => {
    try {
      await api.webhooks.again({ id: webhook.id, delivery_id: id });
      toast.success(t('webhooks.repeated'));
      void queryClient.invalidateQueries({ queryKey: ['webhooks'] });
    } catch (error) {
      toast.problem(error, t('webhooks.failed'));
    }
  };
  const heads = [
    { label: t('webhooks.number'), end: true },
    { label: t('webhooks.what') },
    { label: t('webhooks.at') },
    { label: t('webhooks.state') },
    { label: t('webhooks.attempts'), end: true },
    { label: t('webhooks.repeat') },
  ];
  return (
    <Dialog title={t('webhooks.deliveriesOf', { url: webhook.url })} onClose={onClose} size="xl">
      {data?.rows.length === 0 && <Text c="dimmed">{t('webhooks.noDeliveries')}</Text>}
      {data && data.rows.length > 0 && (
        <PlainTable label={t('webhooks.deliveries')} heads={heads}>
          {data.rows.map((row) => (
            <tr key={row.id}>
              <td data-end>{row.sequence}</td>
              <td>
                {`${entityOf({ entity_type: row.entity })} · ${actionOf(row)}`}
                <Text size="xs" c="dimmed" ff="monospace">
                  {`${row.entity} ${row.entity_id} · ${row.action}`}
                </Text>
              </td>
              <td>{formats.instant(row.created_at)}</td>
              <td>
                {t(`webhookStates.${row.state}`)}
                {row.last_error && (
                  <Text size="xs" c="dimmed">
                    {row.last_error}
                  </Text>
                )}
              </td>
              <td data-end>{row.attempts}</td>
              <td>
                <Button size="compact-sm" variant="default" onClick={() => void again(row)}>
                  {t('webhooks.repeat')}
                </Button>
              </td>
            </tr>
          ))}
        </PlainTable>
      )}
    </Dialog>
  );
}
