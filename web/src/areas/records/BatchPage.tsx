import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Batch } from '@bobina/contract/stock/batches.ts';
import type { Movement } from '@bobina/contract/stock/movements.ts';
import { sum, toNumber, decimalOf } from '@bobina/contract/core/decimal.ts';
import { api } from '../../lib/api/api.ts';
import { useFormats } from '../../lib/formats.ts';
import { useUnit } from '../../lib/use-unit.ts';
import { EntityLink } from '../../ui/entity-link.tsx';
import { EntityLoader, useIdParameter } from '../../ui/page/EntityLoader.tsx';
import type { Pair } from '../../ui/page/Pairs.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { RecordPage } from '../../ui/page/RecordPage.tsx';
import { toast } from '../../ui/toasts.ts';
import { MovementSource } from '../stock/index.ts';
import { BatchMovements } from './BatchMovements.tsx';
import { History } from './History.tsx';
import classes from './records.module.css';

/** Shows a batch: its product and dates, where it is, where it came from and where it went, and its history. */
function BatchPage() {
  const { t } = useTranslation('records');
  const navigate = useNavigate();
  const id = useIdParameter();
  const batch = useQuery(api.batches.get.query({ id }));
  const onLost = () => {
    toast.error(t('batch.failed'));
    void navigate({ to: '/report/giacenze', replace: true });
  };
  return (
    <EntityLoader query={batch} onFailed={onLost}>
      {(first) => <BatchView batch={batch.data ?? first} />}
    </EntityLoader>
  );
}
export default BatchPage;

function BatchView({ batch }: { batch: Batch }) {
  const { t } = useTranslation('records');
  const { t: stock } = useTranslation('stock');
  const formats = useFormats();
  const unit = useUnit()(batch.unit_of_measure);
  const total = toNumber(sum(batch.stock.map(({ quantity }) => decimalOf(quantity))));
  const product = <EntityLink kind="product" id={batch.product_id} text={`${batch.code} · ${batch.product_name}`} />;
  const figures: Pair[] = [
    [stock('movement.product'), product],
    [t('figures.stock'), formats.quantity(total, unit)],
    [stock('movement.production_date'), formats.day(batch.production_date)],
    [stock('movement.expiry_date'), formats.day(batch.expiry_date)],
  ];
  const goods = (movements: readonly Movement[]) =>
    movements.map((movement) => (
      <li key={movement.id}>
        <span>
          <MovementSource movement={movement} /> · {formats.day(movement.movement_date)} ·{' '}
          <EntityLink kind="warehouse" id={movement.warehouse_id} text={movement.warehouse_name} />
          {movement.destination_warehouse && (
            <>
              {' → '}
              <EntityLink
                kind="warehouse"
                id={movement.destination_warehouse_id}
                text={movement.destination_warehouse}
              />
            </>
          )}
        </span>
        <span>{formats.quantity(movement.quantity, unit)}</span>
      </li>
    ));
  const places = batch.stock.map(({ warehouse_id, warehouse_name, quantity }) => (
    <li key={warehouse_id}>
      <EntityLink kind="warehouse" id={warehouse_id} text={warehouse_name} />
      <span>{formats.quantity(quantity, unit)}</span>
    </li>
  ));
  const ofType = (...types: Movement['movement_type'][]) =>
    batch.movements.filter(({ movement_type }) => types.includes(movement_type));
  return (
    <RecordPage
      title={batch.batch_number}
      subtitle={product}
      figures={figures}
      tabs={[
        {
          name: 'data',
          label: t('tabs.batch'),
          content: () => (
            <>
              <Goods title={t('batch.where')} none={t('batch.nowhere')} rows={places} />
              <Goods title={t('batch.from')} none={t('batch.unknown')} rows={goods(ofType('C'))} />
              <Goods title={t('batch.to')} none={t('batch.notGone')} rows={goods(ofType('S', 'T'))} />
            </>
          ),
        },
        { name: 'movements', label: t('tabs.movements'), content: () => <BatchMovements rows={batch.movements} /> },
        { name: 'history', label: t('tabs.history'), content: () => <History entity="batches" id={batch.id} /> },
      ]}
    />
  );
}

function Goods({ title, rows, none }: { title: string; rows: readonly ReactNode[]; none: string }) {
  return (
    <section aria-label={title} className={classes.part}>
      <Title order={2} fz="md">
        {title}
      </Title>
      <Panel>
        {rows.length === 0 ? (
          <Text c="dimmed" p="md">
            {none}
          </Text>
        ) : (
          <ul className={classes.goods}>{rows}</ul>
        )}
      </Panel>
    </section>
  );
}
