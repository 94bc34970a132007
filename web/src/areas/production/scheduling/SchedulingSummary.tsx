import { useTranslation } from 'react-i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { Pairs, type Pair } from '../../../ui/page/Pairs.tsx';
import { PriorityBadge } from '../item/badges.tsx';
import classes from './scheduling.module.css';

/** Shows the current data of the item to schedule. Read only. */
export function SchedulingSummary({ item }: { item: ProductionItem }) {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const unitOf = useUnit();
  const quantity = (value: number) => formats.quantity(value, unitOf(item.unit_of_measure));
  const pairs: Pair[] = [
    [
      t('item.order_number'),
      <EntityLink key="order" kind="customer_order" id={item.order_id} text={item.order_number} />,
    ],
    [t('item.code'), <EntityLink key="product" kind="product" id={item.product_id} text={item.code} />],
    [t('item.quantity'), quantity(item.quantity)],
    [t('item.item_priority'), <PriorityBadge key="priority" priority={item.item_priority} />],
    ...(item.total_scheduled > 0 ? [[t('scheduling.scheduled'), quantity(item.total_scheduled)] as const] : []),
    ...(item.remaining_to_schedule > 0
      ? [[t('scheduling.remaining'), quantity(item.remaining_to_schedule)] as const]
      : []),
    ...(item.minuti_x_confezione
      ? [[t('scheduling.minutesPerPack'), formats.number(item.minuti_x_confezione)] as const]
      : []),
    [t('item.delivery_date'), formats.day(item.delivery_date)],
  ];
  return (
    <div className={classes.facts}>
      <Pairs pairs={pairs} />
    </div>
  );
}
