import { Button, Checkbox } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldMessage } from '@bobina/contract/core/messages/messages.ts';
import { isDay } from '@bobina/contract/core/read-day.ts';
import type { Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { DayBox } from '../../../ui/form/DayBox.tsx';
import type { Asked } from './use-valuation.ts';
import classes from './valuation.module.css';
import { ChoicePicker } from '../../../ui/form/Picker.tsx';

interface Props {
  asked: Asked;
  today: string;
  warehouses: readonly Warehouse[];
  isGrouped: boolean;
  onApply: (asked: Asked) => void;
  onGroup: (isGrouped: boolean) => void;
}

/** Shows the filters. Days and prices apply with the button, the warehouse immediately; grouping needs no request. */
export function FilterPanel({ asked, today, warehouses, isGrouped, onApply, onGroup }: Props) {
  const { t } = useTranslation('valuation');
  const language = useLanguage();
  const [draft, setDraft] = useState(asked);
  const isReadable = ({ start, end }: Asked) => isDay(start) && isDay(end);
  const isBackwards = isReadable(draft) && draft.end < draft.start;
  const isReady = isReadable(draft) && !isBackwards;
  const change = (part: Partial<Asked>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    return next;
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onApply(draft);
  };
  const chooseWarehouse = (value: string | null) => {
    const next = change({ warehouse_id: value === null || value === 'all' ? undefined : Number(value) });
    onApply(!isReadable(next) || next.end < next.start ? { ...asked, warehouse_id: next.warehouse_id } : next);
  };
  return (
    <form className={classes.filters} onSubmit={apply} noValidate>
      <DayBox label={t('start')} value={draft.start} onChange={(day) => change({ start: day ?? today })} w={160} />
      <DayBox
        label={t('end')}
        value={draft.end}
        onChange={(day) => change({ end: day ?? today })}
        w={160}
        error={isBackwards && fieldMessage(language, 'before_start')}
      />
      <ChoicePicker
        label={t('warehouse')}
        w={210}
        clearable={false}
        value={draft.warehouse_id ? String(draft.warehouse_id) : 'all'}
        data={[
          { value: 'all', label: t('allWarehouses') },
          ...warehouses.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={chooseWarehouse}
      />
      <div className={classes.checks}>
        <Checkbox
          label={t('zeroPrices')}
          checked={draft.zero}
          onChange={(event) => change({ zero: event.currentTarget.checked })}
        />
        <Checkbox label={t('group')} checked={isGrouped} onChange={(event) => onGroup(event.currentTarget.checked)} />
      </div>
      <Button type="submit" disabled={!isReady}>
        {t('apply')}
      </Button>
    </form>
  );
}
