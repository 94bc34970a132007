import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { formatMinutes, parseTime } from '@bobina/contract/production/time.rules.ts';
import type { Machine } from '@bobina/contract/registry/places-and-machines.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';
import { TextField } from '../../../ui/form/fields.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import type { Entered } from '../../../ui/form/NumberBox.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { EntityPicker } from '../../../ui/form/Picker.tsx';
import classes from './scheduling.module.css';
import { timeFor } from './scheduling-form.ts';

/**
 * Shows the fields of quantity, machine and time. The time is calculated from the quantity and the product's minutes
 * per pack.
 */
export function SchedulingFields({ item, most }: { item: ProductionItem; most: number }) {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const language = useLanguage();
  const unit = useUnit()(item.unit_of_measure);
  const form = useFormHere();
  const quantity = useFieldValue<Entered>('quantity_to_produce');
  const typed = useFieldValue<string>('production_time');
  const minutes = parseTime(typed);
  const read = minutes === null ? null : formatMinutes(minutes, language);
  const recalculate = (next: Entered) => {
    const time = typeof next === 'number' && next > 0 ? timeFor(item, next, language) : '';
    if (time) form.setFieldValue('production_time', time);
  };
  return (
    <>
      <NumberField
        name="quantity_to_produce"
        label={t('scheduling.toProduce')}
        unit={unit}
        required
        step={1}
        data-autofocus
        description={t('scheduling.most', { quantity: formats.quantity(most, unit) })}
        onEntered={recalculate}
      />
      <EntityPicker<Machine>
        name="machine_id"
        label={t('scheduling.machine')}
        required
        list={api.machines.active}
        get={api.machines.get}
        nameOf={machineName}
        query={{ sort: 'code' }}
        placeholder={t('scheduling.pickMachine')}
        description={t('scheduling.machineHint')}
        failure={t('scheduling.machinesFailed')}
      />
      <Wide>
        <div className={classes.time}>
          <TextField
            name="production_time"
            label={t('scheduling.time')}
            required
            placeholder={t('scheduling.timeHint')}
            description={read && read !== typed.trim() ? t('scheduling.readAs', { time: read }) : undefined}
          />
          {item.minuti_x_confezione ? (
            <Button
              variant="default"
              leftSection={<IconRefresh size={17} aria-hidden />}
              disabled={typeof quantity !== 'number' || quantity <= 0}
              onClick={() => recalculate(quantity)}
            >
              {t('scheduling.recalculate')}
            </Button>
          ) : null}
        </div>
      </Wide>
    </>
  );
}

function machineName({ code, description }: Machine) {
  return `${code} · ${description}`;
}
