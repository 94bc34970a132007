import { NativeSelect } from '@mantine/core';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { PRIORITIES, type Priority } from '@bobina/contract/orders/statuses.ts';
import { RowActive } from '../../../ui/table/row-active.ts';

interface Props {
  item: ProductionItem;
  onChoose: (item: ProductionItem, priority: Priority) => Promise<void>;
}

/** The priority of one item, changed by choosing. A native list: the one that phones and keyboards know best. */
export function PriorityChoice({ item, onChoose }: Props) {
  const { t } = useTranslation('production');
  const active = useContext(RowActive);
  /** What was chosen, until the server has answered. */
  const [chosen, setChosen] = useState<Priority | null>(null);
  const choose = async (priority: Priority) => {
    setChosen(priority);
    await onChoose(item, priority);
    setChosen(null);
  };
  return (
    <NativeSelect
      size="sm"
      aria-label={t('priorities.choiceOf', { name: `${item.order_number} · ${item.code}` })}
      tabIndex={active ? 0 : -1}
      value={chosen ?? item.item_priority}
      disabled={chosen !== null}
      data={PRIORITIES.map((value) => ({ value, label: t(`item.priority.${value}`) }))}
      // Left and right lead through a row: here they must not turn into another priority.
      onKeyDown={(event) => ['ArrowLeft', 'ArrowRight'].includes(event.key) && event.preventDefault()}
      onChange={(event) => void choose(event.currentTarget.value as Priority)}
    />
  );
}
