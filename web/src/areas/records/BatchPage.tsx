import { Alert, Button, Stack } from '@mantine/core';
import { IconLock, IconLockOpen, IconScissors, IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Batch } from '@bobina/contract/stock/batches.ts';
import type { Movement } from '@bobina/contract/stock/movements.ts';
import { sum, toNumber, decimalOf } from '@bobina/contract/core/decimal.ts';
import { api } from '../../lib/api/api.ts';
import { useFeature } from '../../lib/features.ts';
import { useFormats } from '../../lib/formats.ts';
import { useCan } from '../../lib/session.ts';
import { useUnit } from '../../lib/use-unit.ts';
import { EntityLink } from '../../ui/entity-link.tsx';
import { LinkAnchor } from '../../ui/link.tsx';
import { EntityLoader, useIdParameter } from '../../ui/page/EntityLoader.tsx';
import type { Pair } from '../../ui/page/Pairs.tsx';
import { useMayOpenRuns } from '../../ui/run-links.tsx';
import { RecordPage } from '../../ui/page/RecordPage.tsx';
import { useScreen } from '../../ui/page/screen-context.ts';
import { prepared } from '../../ui/prepared.tsx';
import { recordTabs } from './record-tabs.tsx';
import { toast } from '../../ui/toasts.ts';
import { useBatchLabels } from '../stock/index.ts';
import { BatchMovements } from './BatchMovements.tsx';
import { Goods } from './Goods.tsx';
import { MovedGoods } from './MovedGoods.tsx';
import { TraceButton } from './trace/TraceButton.tsx';

const HoldDialog = prepared(() => import('../reels/index.ts').then((module) => ({ default: module.HoldDialog })));
const SplitDialog = prepared(() => import('../reels/index.ts').then((module) => ({ default: module.SplitDialog })));

const LOAD = '/operazioni/carico-produzione';

/** Reels whose data contain the number of the batch; one of them may be the batch. */
const MOST_NAMESAKES = 100;

/** Shows a batch: its product and dates, its stock, origin and uses, and its history. */
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
  const { mayOpen } = useScreen();
  const [open, setOpen] = useState<'hold' | Batch['stock'][number] | null>(null);
  const close = () => setOpen(null);
  /** The reels that the batch was just split into. */
  const [made, setMade] = useState<readonly number[]>([]);
  const { reelId, mayBeSplit } = useReelOf(batch);
  const mayOpenRuns = useMayOpenRuns('runs.read');
  // Goods of an order line have no movement before they are loaded.
  const runs = useQuery({ ...api.runs.list.query({ query: { batch_id: batch.id } }), enabled: mayOpenRuns }).data?.rows;
  const total = toNumber(sum(batch.stock.map(({ quantity }) => decimalOf(quantity))));
  const product = <EntityLink kind="product" id={batch.product_id} text={`${batch.code} · ${batch.product_name}`} />;
  const figures: Pair[] = [
    [t('figures.stock'), formats.quantity(total, unit)],
    [stock('movement.production_date'), formats.day(batch.production_date ?? batch.to_load?.production_date ?? null)],
    [stock('movement.expiry_date'), formats.day(batch.expiry_date)],
    ...(reelId === null
      ? []
      : [[t('tabs.reel'), <EntityLink key="reel" kind="reel" id={reelId} text={batch.batch_number} />] as const]),
  ];
  const places = batch.stock.map((place) => (
    <li key={place.warehouse_id}>
      <EntityLink kind="warehouse" id={place.warehouse_id} text={place.warehouse_name} />
      <span>{formats.quantity(place.quantity, unit)}</span>
    </li>
  ));
  const toLoad = batch.to_load && t('batch.toLoad', { quantity: formats.quantity(batch.to_load.quantity, unit) });
  if (toLoad)
    places.push(
      <li key="to load">
        {mayOpen(LOAD) ? (
          <LinkAnchor to={`${LOAD}?q=${encodeURIComponent(batch.batch_number)}`} underline="always">
            {toLoad}
          </LinkAnchor>
        ) : (
          toLoad
        )}
      </li>,
    );
  const ofType = (...types: Movement['movement_type'][]) =>
    batch.movements.filter(({ movement_type }) => types.includes(movement_type));
  return (
    <>
      <RecordPage
        title={batch.batch_number}
        subtitle={product}
        figures={figures}
        above={
          <>
            <HoldNotice batch={batch} />
            {made.length > 0 && <NewReels ids={made} />}
          </>
        }
        actions={
          <BatchActs
            batch={batch}
            isReel={reelId !== null}
            places={mayBeSplit ? batch.stock : []}
            onHold={() => setOpen('hold')}
            onSplit={setOpen}
          />
        }
        tabs={[
          {
            name: 'data',
            label: t('tabs.batch'),
            content: () => (
              <Stack gap="md">
                <Goods title={t('batch.where')} none={t('batch.nowhere')} rows={places} />
                <MovedGoods title={t('batch.from')} none={t('batch.unknown')} movements={ofType('C')} runs={runs} />
                <MovedGoods title={t('batch.to')} none={t('batch.notGone')} movements={ofType('S', 'T')} />
              </Stack>
            ),
          },
          { name: 'movements', label: t('tabs.movements'), content: () => <BatchMovements rows={batch.movements} /> },
          ...recordTabs(t, 'batches', batch.id),
        ]}
      />
      <Suspense fallback={null}>
        {open === 'hold' && <HoldDialog batch={{ ...batch, batch_id: batch.id }} onClose={close} />}
        {open !== null && open !== 'hold' && (
          <SplitDialog batch={batch} place={open} onSplit={(ids) => (setMade(ids), close())} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

/** The reel that the batch is; else whether its product is kept by reel, so that it may be split into reels. */
function useReelOf({ id, batch_number, product_id, hold_reason }: Batch) {
  const isOn = useFeature('reels');
  const mayWrite = useCan()('stock.write');
  const product = useQuery({ ...api.products.get.query({ id: product_id }), enabled: isOn });
  const isKept = isOn && product.data?.is_reel === true;
  const reels = useQuery({
    ...api.reels.list.query({ query: { q: batch_number, product_id, limit: MOST_NAMESAKES } }),
    enabled: isKept,
  });
  const reel = reels.data?.rows.find(({ batch_id }) => batch_id === id);
  return {
    reelId: reel?.batch_id ?? null,
    mayBeSplit: isKept && mayWrite && reels.isSuccess && !reel && hold_reason === null,
  };
}

function HoldNotice({ batch }: { batch: Batch }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (batch.hold_reason === null) return null;
  const by = [formats.instant(batch.held_at), batch.held_by_name].filter(Boolean).join(' · ');
  return (
    <Alert color="red" variant="light" title={t('batch.onHold')}>
      {batch.hold_reason} ({by})
    </Alert>
  );
}

/** Offers the labels of the reels of a split. */
function NewReels({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation('reels');
  const formats = useFormats();
  const printLabels = async () => {
    const { openLabels } = await import('../reels/index.ts');
    await openLabels(ids, t);
  };
  return (
    <Alert
      color="green"
      variant="light"
      title={t('list.count', { count: ids.length, shown: formats.number(ids.length) })}
    >
      <Button leftSection={<IconTag size={18} />} onClick={() => void printLabels()}>
        {t('labels.print')}
      </Button>
    </Alert>
  );
}

function BatchActs({
  batch,
  isReel,
  places,
  onHold,
  onSplit,
}: {
  batch: Batch;
  /** A reel has a label of its own, on its page. */
  isReel: boolean;
  /** The places whose stock may be split into reels. */
  places: Batch['stock'];
  onHold: () => void;
  onSplit: (place: Batch['stock'][number]) => void;
}) {
  const { t } = useTranslation('reels');
  const can = useCan();
  const labels = useBatchLabels();
  const { code: product_code, product_name, unit_of_measure, batch_number, production_date, expiry_date } = batch;
  const printLabels = () =>
    labels.open(
      batch.stock.map(({ warehouse_name, quantity }) => ({
        ...{ product_code, product_name, unit_of_measure, batch_number, production_date, expiry_date },
        ...{ warehouse_name, quantity },
      })),
    );
  const isHeld = batch.hold_reason !== null;
  return (
    <>
      <TraceButton batch={batch.id} />
      {!isReel && batch.stock.length > 0 && (
        <Button variant="default" leftSection={labels.icon} onClick={() => void printLabels()}>
          {labels.label}
        </Button>
      )}
      {can(isHeld ? 'quality.release' : 'quality.hold') && (
        <Button
          variant="default"
          leftSection={isHeld ? <IconLockOpen size={18} /> : <IconLock size={18} />}
          onClick={onHold}
        >
          {t(isHeld ? 'holding.release.action' : 'holding.hold.action')}
        </Button>
      )}
      {places.map((place) => (
        <Button key={place.warehouse_id} leftSection={<IconScissors size={18} />} onClick={() => onSplit(place)}>
          {places.length === 1 ? t('split.action') : `${t('split.action')} · ${place.warehouse_name}`}
        </Button>
      ))}
    </>
  );
}
