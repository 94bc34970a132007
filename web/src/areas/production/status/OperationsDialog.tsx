import { ActionIcon, Alert, Badge, Button, Group, Loader, Stack, Text, Tooltip } from '@mantine/core';
import { IconInfoCircle, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { Operation } from '@bobina/contract/production/operations.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { ItemSummary } from './ItemSummary.tsx';
import classes from './status.module.css';
import { useDeleteOperation } from './use-delete-operation.ts';
import { DialogActions } from '../../../ui/overlay/DialogActions.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';

interface Props {
  item: ProductionItem;
  onEdit: (operation: Operation) => void;
  onAdd: () => void;
  onClose: () => void;
}

/** Shows the operations of one item in order of entry. */
export function OperationsDialog({ item, onEdit, onAdd, onClose }: Props) {
  const { t } = useTranslation('production');
  const { t: common } = useTranslation();
  const { data, error, refetch } = useQuery(api.productionOperations.list.query({ itemId: item.item_id }));
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={t('status.operationsOf', { name: `${item.order_number} · ${item.code}` })}
    >
      <Stack gap="md">
        <ItemSummary item={item} />
        {item.loaded_to_warehouse && (
          <Alert color="blue" variant="light" icon={<IconInfoCircle />}>
            {t('status.loadedAlready')}
          </Alert>
        )}
        {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} title={t('status.loadFailed')} />}
        {!data && !error && <Loader />}
        {data?.rows.length === 0 && <Text c="dimmed">{t('status.noOperations')}</Text>}
        {data && data.rows.length > 0 && (
          <ul className={classes.operations} aria-label={t('status.operationsList')}>
            {data.rows.map((operation) => (
              <OperationRow key={operation.id} operation={operation} item={item} onEdit={onEdit} />
            ))}
          </ul>
        )}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {common('action.close')}
          </Button>
          {!item.is_completed && (
            <Button leftSection={<IconPlus size={18} />} onClick={onAdd}>
              {t('status.add')}
            </Button>
          )}
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

function OperationRow({ operation, item, onEdit }: { operation: Operation } & Pick<Props, 'item' | 'onEdit'>) {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const unit = useUnit()(item.unit_of_measure);
  const remove = useDeleteOperation(item);
  const { batch_number } = operation;
  return (
    <li className={classes.operation} aria-label={batch_number}>
      <div className={classes.main}>
        <Group gap={8}>
          <Text fw={600} span>
            {batch_number}
          </Text>
          <Text span>{formats.quantity(operation.quantity_produced, unit)}</Text>
          {operation.is_completed && <Badge color="green">{t('status.completing')}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {[
            t('status.producedOn', { day: formats.day(operation.production_date) }),
            t('status.enteredBy', {
              when: formats.instant(operation.created_at),
              who: operation.created_by_name ?? '—',
            }),
          ].join(' · ')}
        </Text>
        {operation.notes && <Text size="sm">{operation.notes}</Text>}
      </div>
      {!item.loaded_to_warehouse && (
        <Group gap={2} wrap="nowrap">
          <Tooltip label={t('status.editOne', { name: batch_number })}>
            <ActionIcon
              color="gray"
              aria-label={t('status.editOne', { name: batch_number })}
              onClick={() => onEdit(operation)}
            >
              <IconPencil size={18} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('status.deleteOne', { name: batch_number })}>
            <ActionIcon
              color="red"
              aria-label={t('status.deleteOne', { name: batch_number })}
              onClick={() => void remove(operation)}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Tooltip>
        </Group>
      )}
    </li>
  );
}
