import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { machineName } from '../../../ui/machine-name.ts';
import { Pairs } from '../../../ui/page/Pairs.tsx';
import { remainingOf } from './columns.tsx';

/** Shows the current production data of an item at the top of its dialogs. */
export function ItemSummary({ item }: { item: ProductionItem }) {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const unit = useUnit()(item.unit_of_measure);
  const machines = new Map(item.schedulings.map((job) => [job.machine_id, machineName(job)]));
  return (
    <Pairs
      label={t('status.summary')}
      pairs={[
        [
          t('item.order_number'),
          <EntityLink key="order" kind="customer_order" id={item.order_id} text={item.order_number} />,
        ],
        [t('item.product'), <EntityLink key="name" kind="product" id={item.product_id} text={item.product_name} />],
        [t('item.code'), <EntityLink key="product" kind="product" id={item.product_id} text={item.code} />],
        [t('status.required'), formats.quantity(item.quantity, unit)],
        [t('status.alreadyProduced'), formats.quantity(item.total_produced, unit)],
        [t('item.remaining'), formats.quantity(remainingOf(item), unit)],
        ...(machines.size > 0 ? ([[t('status.machine'), <Machines key="machines" names={machines} />]] as const) : []),
      ]}
    />
  );
}

function Machines({ names }: { names: ReadonlyMap<number, string> }) {
  return [...names].map(([id, name], index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <EntityLink kind="machine" id={id} text={name} />
    </Fragment>
  ));
}
