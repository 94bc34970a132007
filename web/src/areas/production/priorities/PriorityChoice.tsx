import { NativeSelect } from '@mantine/core';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { PRIORITIES, type Priority } from '@bobina/contract/orders/statuses.ts';
import { RowActive } from '../../../ui/table/row-active.ts';

interface Props {
  item: Pick<ProductionItem, 'item_id' | 'order_number' | 'code' | 'item_priority'>;
  onChoose: (item: Pick<ProductionItem, 'item_id'>, priority: Priority) => Promise<void>;
}

/** Shows the priority of an item as a native select, which works best on phones and with a keyboard. */
export function PriorityChoice({ item, onChoose }: Props) {
  const { t } = useTranslation('production');
  const active = useContext(RowActive);
  /** The pending choice until the server has answered. */
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
      // Left and right move through the row's cells, so they must not change the priority.
      onKeyDown={(event) => ['ArrowLeft', 'ArrowRight'].includes(event.key) && event.preventDefault()}
      onChange={(event) => void choose(event.currentTarget.value as Priority)}
    />
  );
}
