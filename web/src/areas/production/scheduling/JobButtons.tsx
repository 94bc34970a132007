import { Button } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemScheduling } from '@bobina/contract/production/items.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { machineName } from '../../../ui/machine-name.ts';
import { RowActive } from '../../../ui/table/row-active.ts';
import { timeShown } from '../item/time-shown.ts';
import type { SchedulingRow } from './columns.tsx';
import classes from './scheduling.module.css';

/** Shows one button for each machine of an item; a press changes its scheduling. */
export function JobButtons({
  item,
  onEdit,
}: {
  item: SchedulingRow;
  onEdit: (item: SchedulingRow, job: ItemScheduling) => void;
}) {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const unitOf = useUnit();
  const active = useContext(RowActive);
  return (
    <ul className={classes.jobs}>
      {item.schedulings.map((job) => {
        const time = timeShown(job, formats.language);
        const quantity = formats.quantity(job.quantity_to_produce, unitOf(item.unit_of_measure));
        return (
          <li key={job.id}>
            <Button
              size="compact-sm"
              variant="default"
              fw={500}
              // The letters below the line would be cut.
              styles={{ label: { overflow: 'visible', lineHeight: 1.35 } }}
              tabIndex={active ? 0 : -1}
              leftSection={<IconEdit size={14} aria-hidden />}
              aria-label={t('scheduling.editNamed', { machine: machineName(job), quantity, time })}
              onClick={() => onEdit(item, job)}
            >
              {`${machineName(job)} · ${quantity} · ${time}`}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
