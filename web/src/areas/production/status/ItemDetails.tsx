import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconListDetails, IconPackageImport, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { EMPTY, useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { machineName } from '../../../ui/machine-name.ts';
import { Pairs } from '../../../ui/page/Pairs.tsx';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { useItem } from '../item/calls.ts';
import { timeShown } from '../item/time-shown.ts';
import type { StatusRow } from './columns.tsx';
import type { ItemActs } from './use-item-acts.tsx';

/** Shows the other data of an item below its row, with its actions as large buttons. Reads them when the row is opened. */
export function ItemDetails({ row, acts }: { row: StatusRow; acts: ItemActs }) {
  const item = useItem(row.item_id);
  if (item.data) return <Details item={item.data} acts={acts} />;
  if (item.error) return <LoadFailed error={item.error} onRetry={() => void item.refetch()} />;
  return <Skeleton h={80} aria-busy />;
}

function Details({ item, acts }: { item: ProductionItem; acts: ItemActs }) {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const unit = useUnit()(item.unit_of_measure);
  const batches = [...new Set([item.batch_number, item.last_batch_number].filter(Boolean))].join(' … ');
  const jobs = item.schedulings.map((job) =>
    t('status.job', {
      machine: machineName(job),
      quantity: formats.quantity(job.quantity_to_produce, unit),
      time: timeShown(job, formats.language),
    }),
  );
  return (
    <Stack gap="sm">
      <Pairs
        label={t('status.detailsOf', { name: `${item.order_number} · ${item.code}` })}
        pairs={[
          [t('item.order_date'), formats.day(item.order_date)],
          [t('item.customer_order_number'), formats.text(item.customer_order_number)],
          [t('item.customer_city'), item.customer_city],
          [t('item.scheduling_status'), t(`item.scheduling.${item.scheduling_status}`)],
          [t('status.scheduled'), formats.quantity(item.total_scheduled, unit)],
          [t('status.jobs'), jobs.join(' · ') || EMPTY],
          [t('status.batches'), batches || EMPTY],
          [t('status.loaded'), item.loaded_to_warehouse ? formats.quantity(item.loaded_quantity, unit) : EMPTY],
          [t('item.notes'), formats.text(item.notes)],
        ]}
      />
      <Group gap="sm">
        {!item.is_completed && (
          <Button size="sm" leftSection={<IconPlus size={17} />} onClick={() => acts.add(item)}>
            {t('status.add')}
          </Button>
        )}
        <Button
          size="sm"
          variant="default"
          leftSection={<IconListDetails size={17} />}
          onClick={() => acts.showOperations(item)}
        >
          {t('status.operations', { shown: formats.number(item.operations_count) })}
        </Button>
        {!item.is_completed && acts.mayForce && (
          <Button
            size="sm"
            variant="default"
            leftSection={<IconPackageImport size={17} />}
            onClick={() => acts.force(item)}
          >
            {t('status.force')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
