import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Pairs } from '../../../ui/page/Pairs.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';

/** Shows the state of each recipient of a row, with the error message of the server that refused it. */
export function OutboxDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('mail');
  const formats = useFormats();
  const row = useQuery(api.outbox.get.query({ id }));
  const { data } = row;
  return (
    <Dialog onClose={onClose} size="lg" title={data?.subject || t('outbox.details')}>
      {row.isPending && <Skeleton h={200} aria-busy />}
      {row.isError && !data && (
        <LoadFailed title={t('outbox.loadFailed')} error={row.error} onRetry={() => void row.refetch()} />
      )}
      {data && (
        <Stack gap="md">
          {data.possible_duplicate && (
            <Alert color="yellow" variant="light">
              {t('outbox.duplicate')}
            </Alert>
          )}
          <Pairs
            pairs={[
              [t('outbox.state'), t(`states.${data.state}`)],
              [t('outbox.created_at'), formats.instant(data.created_at)],
              [t('outbox.attempts'), formats.number(data.attempts)],
              [t('outbox.next'), formats.instant(data.next_attempt_at)],
              [t('outbox.error'), formats.text(data.last_error)],
            ]}
          />
          {data.recipients.length > 0 && (
            <PlainTable
              label={t('outbox.to')}
              heads={[{ label: t('outbox.to') }, { label: t('outbox.state') }, { label: t('outbox.error') }]}
            >
              {data.recipients.map(({ address, state, message }) => (
                <tr key={address}>
                  <td>{address}</td>
                  <td>{t(`states.${state}`)}</td>
                  <td>{formats.text(message)}</td>
                </tr>
              ))}
            </PlainTable>
          )}
          <Text size="sm" c="dimmed">
            {t('outbox.why')}
          </Text>
        </Stack>
      )}
    </Dialog>
  );
}
