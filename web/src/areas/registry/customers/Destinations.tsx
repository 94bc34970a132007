import { ActionIcon, Button, Group, Loader, Stack, Text, Title, Tooltip } from '@mantine/core';
import { IconMapPin, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Customer, Destination } from '@bobina/contract/registry/parties.ts';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import type { Opened } from '../shared/filters.ts';
import { removeRow } from '../../../ui/overlay/remove-row.tsx';
import { DestinationDialog } from './DestinationDialog.tsx';
import classes from './destinations.module.css';

/** Shows the delivery destinations of a customer. */
export function Destinations({
  customer,
  opened,
  onOpen,
}: {
  customer: Customer;
  opened: Opened;
  onOpen: (destination: Opened) => void;
}) {
  const { t } = useTranslation('registry');
  const mayWrite = useCan()('customers.write');
  const { data, error, refetch } = useQuery(api.destinations.list.query({ query: { customer_id: customer.id } }));
  return (
    <Stack component="section" gap="sm" aria-label={t('destinations.title')}>
      <Group justify="space-between">
        <Title order={2} fz="md">
          {t('destinations.title')}
        </Title>
        {mayWrite && (
          <Button variant="light" leftSection={<IconPlus size={18} />} onClick={() => onOpen('new')}>
            {t('destinations.add')}
          </Button>
        )}
      </Group>
      {error && !data && (
        <LoadFailed error={error} onRetry={() => void refetch()} title={t('destinations.listFailed')} />
      )}
      {!data && !error && <Loader />}
      {data?.rows.length === 0 && (
        <Text c="dimmed" size="sm">
          {t('destinations.empty')}
        </Text>
      )}
      {data && data.rows.length > 0 && (
        <ul className={classes.list}>
          {data.rows.map((row) => (
            <DestinationItem key={row.id} destination={row} onEdit={() => onOpen(row.id)} />
          ))}
        </ul>
      )}
      {mayWrite && opened !== undefined && (
        <DestinationDialog key={opened} id={opened} customer={customer} onClose={() => onOpen(undefined)} />
      )}
    </Stack>
  );
}

function placeOf({ cap, citta, nazione }: Destination) {
  return [[cap, citta].filter(Boolean).join(' '), nazione].filter(Boolean).join(', ');
}

function DestinationItem({ destination, onEdit }: { destination: Destination; onEdit: () => void }) {
  const { t } = useTranslation('registry');
  const mayWrite = useCan()('customers.write');
  const { id, indirizzo, telefono, orari_consegna, note } = destination;
  const remove = () =>
    removeRow({
      refresh: 'destinations',
      question: t('destinations.deleteConfirm'),
      name: indirizzo,
      remove: (options) => api.destinations.remove({ id }, options),
      done: t('destinations.deleted'),
      failed: t('destinations.deleteFailed'),
    });
  const more = [telefono, orari_consegna, note].filter(Boolean);
  return (
    <li className={classes.item}>
      <IconMapPin size={20} stroke={1.6} className={classes.pin} aria-hidden />
      <div className={classes.text}>
        <Text fw={600} size="sm">
          {indirizzo}
        </Text>
        {placeOf(destination) && <Text size="sm">{placeOf(destination)}</Text>}
        {more.map((line) => (
          <Text key={line} size="sm" c="dimmed">
            {line}
          </Text>
        ))}
      </div>
      {mayWrite && (
        <Group gap={2} wrap="nowrap">
          <Tooltip label={t('destinations.edit')}>
            <ActionIcon color="gray" aria-label={t('destinations.editOne', { name: indirizzo })} onClick={onEdit}>
              <IconPencil size={18} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('destinations.deleteOne', { name: indirizzo })}>
            <ActionIcon
              color="red"
              aria-label={t('destinations.deleteOne', { name: indirizzo })}
              onClick={() => void remove()}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Tooltip>
        </Group>
      )}
    </li>
  );
}
