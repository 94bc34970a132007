import { Alert, Button, Stack } from '@mantine/core';
import { IconArrowsExchange, IconLock, IconLockOpen, IconPencil, IconScale, IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReelDetails } from '@bobina/contract/stock/reels.ts';
import { api } from '../../lib/api/api.ts';
import { useFormats } from '../../lib/formats.ts';
import { useCan } from '../../lib/session.ts';
import { useUnit } from '../../lib/use-unit.ts';
import { EntityLink } from '../../ui/entity-link.tsx';
import { EntityLoader, useIdParameter } from '../../ui/page/EntityLoader.tsx';
import { Pairs, type Pair } from '../../ui/page/Pairs.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { RecordPage } from '../../ui/page/RecordPage.tsx';
import { prepared } from '../../ui/prepared.tsx';
import { recordTabs } from './record-tabs.tsx';
import { MachineRunLink } from '../../ui/run-links.tsx';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { toast } from '../../ui/toasts.ts';
import { undoLater } from '../../ui/undo-later.ts';
import { openLabels, ReelState } from '../reels/index.ts';
import { BatchMovements } from './BatchMovements.tsx';
import { Goods } from './Goods.tsx';
import { MovedGoods } from './MovedGoods.tsx';
import { TraceButton } from './trace/TraceButton.tsx';

const ACTS = {
  weigh: prepared(() => import('../reels/index.ts').then((module) => ({ default: module.WeighDialog }))),
  move: prepared(() => import('../reels/index.ts').then((module) => ({ default: module.MoveDialog }))),
  edit: prepared(() => import('../reels/index.ts').then((module) => ({ default: module.EditReelDialog }))),
};
const HoldDialog = prepared(() => import('../reels/index.ts').then((module) => ({ default: module.HoldDialog })));

/** Shows a reel: what is on it, its data, what was measured, its movements, and the batches before and after it. */
function ReelPage() {
  const { t } = useTranslation('records');
  const navigate = useNavigate();
  const id = useIdParameter();
  const reel = useQuery(api.reels.get.query({ id }));
  const onLost = () => {
    toast.error(t('reel.failed'));
    void navigate({ to: '/operazioni/bobine', replace: true });
  };
  return (
    <EntityLoader query={reel} onFailed={onLost}>
      {(first) => <ReelView reel={reel.data ?? first} />}
    </EntityLoader>
  );
}
export default ReelPage;

function ReelView({ reel }: { reel: ReelDetails }) {
  const { t } = useTranslation('records');
  const { t: reels } = useTranslation('reels');
  const formats = useFormats();
  const unit = useUnit()(reel.unit_of_measure);
  const [open, setOpen] = useState<keyof typeof ACTS | 'hold' | null>(null);
  const close = () => setOpen(null);
  const quantity = (value: number) => formats.quantity(value, unit, 3);
  const figures: Pair[] = [
    [reels('reel.product'), <EntityLink key="product" kind="product" id={reel.product_id} text={reel.product_code} />],
    [reels('reel.state'), <ReelState key="state" state={reel.state} />],
    [reels('reel.width_mm'), formats.quantity(reel.width_mm, 'mm', 1)],
    [reels('reel.kg'), formats.quantity(reel.kg, 'kg', 3)],
    [reels('reel.m'), formats.quantity(reel.m, 'm', 1)],
    [reels('reel.m2'), formats.quantity(reel.m2, 'm²', 2)],
    ...(reel.machine_code === null
      ? []
      : [[reels('reel.machine'), <MachineRunLink key="machine" code={reel.machine_code} />] as const]),
  ];
  const caliper =
    reel.caliper_um === null
      ? formats.text(null)
      : `${formats.quantity(reel.caliper_um, 'µm', 2)} (${t(`reel.caliper.${reel.caliper_source ?? 'product'}`)})`;
  const data: Pair[] = [
    [reels('reel.location'), formats.text(reel.location)],
    [reels('reel.supplier_lot'), formats.text(reel.supplier_lot)],
    [reels('reel.mill_number'), formats.text(reel.mill_number)],
    [reels('reel.gsm'), formats.quantity(reel.gsm, 'g/m²', 4)],
    [reels('reel.caliper_um'), caliper],
    [reels('reel.od_mm'), formats.quantity(reel.od_now_mm, 'mm', 1)],
    [reels('reel.core_mm'), formats.quantity(reel.core_mm, 'mm')],
    [reels('reel.core_inner_mm'), formats.quantity(reel.core_inner_mm, 'mm')],
    [reels('reel.tare_kg'), formats.quantity(reel.tare_kg, 'kg', 3)],
    [reels('reel.splices'), formats.number(reel.splices)],
    [reels('reel.winding'), reel.winding === null ? formats.text(null) : reels(`winding.${reel.winding as 0 | 1 | 9}`)],
    [reels('reel.production_date'), formats.day(reel.production_date)],
    [reels('reel.expiry_date'), formats.day(reel.expiry_date)],
    [reels('reel.initial'), quantity(reel.initial_quantity)],
    [reels('reel.sscc'), formats.text(reel.sscc)],
    [t('tabs.batch'), <EntityLink key="batch" kind="batch" id={reel.batch_id} text={reel.code} />],
  ];
  const linked = (rows: ReelDetails['parents']) =>
    rows.map(({ batch_id, batch_number, product_id, product_code }) => (
      <li key={batch_id}>
        <EntityLink kind="batch" id={batch_id} text={batch_number} />
        <span>
          <EntityLink kind="product" id={product_id} text={product_code} />
        </span>
      </li>
    ));
  const received = reel.movements.filter(({ party }) => party?.kind === 'supplier');
  const Act = open && open !== 'hold' ? ACTS[open] : null;
  return (
    <>
      <RecordPage
        title={reel.code}
        subtitle={
          <EntityLink kind="product" id={reel.product_id} text={`${reel.product_code} · ${reel.product_name}`} />
        }
        figures={figures}
        actions={<ReelActs reel={reel} onOpen={setOpen} />}
        above={
          reel.hold_reason !== null && (
            <Alert color="red" variant="light" title={reels('state.on_hold')}>
              {reel.hold_reason}
            </Alert>
          )
        }
        tabs={[
          {
            name: 'data',
            label: t('tabs.reel'),
            content: () => (
              <Stack gap="md">
                <Panel p={16}>
                  <Pairs pairs={data} label={t('tabs.reel')} />
                </Panel>
                <Goods
                  title={t('batch.where')}
                  none={t('batch.nowhere')}
                  rows={reel.warehouses.map((place) => (
                    <li key={place.warehouse_id}>
                      <EntityLink kind="warehouse" id={place.warehouse_id} text={place.warehouse_name} />
                      <span>{quantity(place.quantity)}</span>
                    </li>
                  ))}
                />
                {received.length > 0 && <MovedGoods title={t('batch.from')} none="" movements={received} />}
                {(received.length === 0 || reel.parents.length > 0) && (
                  <Goods title={t('reel.parents')} none={t('reel.noParents')} rows={linked(reel.parents)} />
                )}
                <Goods title={t('reel.children')} none={t('reel.noChildren')} rows={linked(reel.children)} />
              </Stack>
            ),
          },
          { name: 'readings', label: t('tabs.readings'), content: () => <Readings reel={reel} quantity={quantity} /> },
          { name: 'movements', label: t('tabs.movements'), content: () => <BatchMovements rows={reel.movements} /> },
          ...recordTabs(t, 'batches', reel.batch_id),
        ]}
      />
      <Suspense fallback={null}>
        {Act && <Act reel={reel} onClose={close} />}
        {open === 'hold' && <HoldDialog batch={{ ...reel, batch_number: reel.code }} onClose={close} />}
      </Suspense>
    </>
  );
}

function ReelActs({ reel, onOpen }: { reel: ReelDetails; onOpen: (act: keyof typeof ACTS | 'hold') => void }) {
  const { t } = useTranslation('reels');
  const can = useCan();
  const isHeld = reel.hold_reason !== null;
  return (
    <>
      <TraceButton batch={reel.batch_id} />
      <Button variant="default" leftSection={<IconTag size={18} />} onClick={() => void openLabels([reel.batch_id], t)}>
        {t('labels.one')}
      </Button>
      {can(isHeld ? 'quality.release' : 'quality.hold') && (
        <Button
          variant="default"
          leftSection={isHeld ? <IconLockOpen size={18} /> : <IconLock size={18} />}
          onClick={() => onOpen('hold')}
        >
          {t(isHeld ? 'holding.release.action' : 'holding.hold.action')}
        </Button>
      )}
      {can('stock.write') && (
        <>
          <Button variant="default" leftSection={<IconPencil size={18} />} onClick={() => onOpen('edit')}>
            {t('edit.action')}
          </Button>
          <Button variant="default" leftSection={<IconArrowsExchange size={18} />} onClick={() => onOpen('move')}>
            {t('move.action')}
          </Button>
          <Button leftSection={<IconScale size={18} />} onClick={() => onOpen('weigh')}>
            {t('weigh.action')}
          </Button>
        </>
      )}
    </>
  );
}

function Readings({ reel, quantity }: { reel: ReelDetails; quantity: (value: number) => string }) {
  const { t } = useTranslation('records');
  const { t: reels } = useTranslation('reels');
  const formats = useFormats();
  const mayWeigh = useCan()('stock.write');
  const undo = (activity: number, before: number) =>
    void undoLater(activity, {
      title: t('reel.undo'),
      message: t('reel.undoHint', { code: reel.code, quantity: quantity(before) }),
    });
  return (
    <Panel>
      <PlainTable
        label={t('tabs.readings')}
        minWidth={640}
        heads={[
          { label: t('reel.at') },
          { label: t('reel.by') },
          { label: t('reel.kind') },
          { label: reels('reel.gross_kg'), end: true },
          { label: reels('reel.od_mm'), end: true },
          { label: reels('reading.counter_m'), end: true },
          { label: reels('weigh.before'), end: true },
          { label: reels('weigh.after'), end: true },
          ...(mayWeigh ? [{ label: t('reel.acts') }] : []),
        ]}
      >
        {reel.readings.map((reading) => (
          <tr key={reading.id}>
            <td>{formats.instant(reading.at)}</td>
            <td>{formats.text(reading.by_name)}</td>
            <td>
              {[
                t(`reel.kinds.${reading.kind}`),
                ...(reading.is_undone ? [t('reel.undone')] : []),
                ...(reading.undoes === null ? [] : [t('reel.reversal')]),
              ].join(' · ')}
            </td>
            <td data-end>{formats.quantity(reading.gross_kg, 'kg', 3)}</td>
            <td data-end>{formats.quantity(reading.od_mm, 'mm', 1)}</td>
            <td data-end>{formats.quantity(reading.counter_m, 'm', 1)}</td>
            <td data-end>{quantity(reading.quantity_before)}</td>
            <td data-end>{quantity(reading.quantity_after)}</td>
            {mayWeigh && (
              <td>
                {reading.activity_id !== null && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    onClick={() => undo(reading.activity_id!, reading.quantity_before)}
                  >
                    {t('reel.undo')}
                  </Button>
                )}
              </td>
            )}
          </tr>
        ))}
      </PlainTable>
    </Panel>
  );
}
