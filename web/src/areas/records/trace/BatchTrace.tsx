import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Trace } from '@bobina/contract/system/trace.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { LinkButton } from '../../../ui/link.tsx';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { EntityLoader } from '../../../ui/page/EntityLoader.tsx';
import { SubScreen } from '../../../ui/page/SubScreen.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { toast } from '../../../ui/toasts.ts';
import { Goods } from '../Goods.tsx';
import { NodeChips } from './NodeChips.tsx';
import { RecallDialog } from './RecallDialog.tsx';
import { Tree } from './Tree.tsx';
import { tracePath, useBatchSearch } from './use-batch-search.ts';

const SCREEN = '/report/tracciabilita';

/** Shows the materials of a batch, the batches made from it, and its recipients. */
export function BatchTrace({ id }: { id: number }) {
  const navigate = useNavigate();
  const trace = useQuery(api.trace.of.query({ id }));
  const { t } = useTranslation('records');
  const back = () => {
    toast.error(t('batch.failed'));
    void navigate({ to: SCREEN, search: {}, replace: true });
  };
  return (
    <EntityLoader query={trace} onFailed={back}>
      {(first) => <TraceView trace={trace.data ?? first} />}
    </EntityLoader>
  );
}

function TraceView({ trace }: { trace: Trace }) {
  const { t } = useTranslation('records');
  const formats = useFormats();
  const unitOf = useUnit();
  const mayRecall = useCan()('recalls.write');
  const [isOpen, setOpen] = useState(false);
  const findBatch = useBatchSearch();
  /** Pallets are traced one after the other. */
  const showScanned = async (code: string) => {
    const others = await findBatch(code);
    if (others?.length === 0) toast.error(t('trace.notFound'));
    else if (others)
      toast.offer(
        t('trace.choose'),
        others.map(({ id, code: number, label }) => ({
          label: [number, label].join(' · '),
          path: tracePath(id),
        })),
      );
  };
  useLayerHandler(
    'scan',
    ({ code }) =>
      () =>
        void showScanned(code),
  );
  const self = trace.nodes.find(({ direction }) => direction === 'self')!;
  const nodes = new Map(trace.nodes.map((node) => [node.batch_id, node]));
  const deliveries = trace.customers.map((row) => (
    <li key={`${row.packing_list_id} ${row.batch_id}`}>
      <span>
        <EntityLink kind="customer" id={row.customer_id} text={row.customer_name} /> ·{' '}
        <EntityLink kind="packing_list" id={row.packing_list_id} text={row.packing_list_number} /> ·{' '}
        {formats.day(row.date)} ·{' '}
        <EntityLink kind="batch" id={row.batch_id} text={nodes.get(row.batch_id)!.batch_number} />
      </span>
      <span>{formats.quantity(row.quantity, unitOf(nodes.get(row.batch_id)!.unit_of_measure))}</span>
    </li>
  ));
  const isMade = trace.nodes.some(({ direction }) => direction === 'backward');
  const receipts = trace.suppliers.map((row) => (
    <li key={`${row.document_number} ${row.batch_id}`}>
      <span>
        <EntityLink kind="supplier" id={row.supplier_id} text={row.supplier_name} /> ·{' '}
        <EntityLink kind="goods_receipt" id={row.order_item_id} text={row.document_number} /> ·{' '}
        {formats.day(row.received_on)} · <EntityLink kind="batch" id={row.batch_id} text={row.batch_number} />
        {row.supplier_lot !== null && ` · ${t('trace.lot', { lot: row.supplier_lot })}`}
      </span>
      <span>{formats.quantity(row.quantity, unitOf(row.unit_of_measure))}</span>
    </li>
  ));
  return (
    <SubScreen title={t('trace.of', { batch: self.batch_number || self.product_code })} to={SCREEN}>
      <Page
        subtitle={
          <EntityLink kind="product" id={self.product_id} text={`${self.product_code} · ${self.product_name}`} />
        }
        actions={
          <>
            <LinkButton to={SCREEN} variant="default">
              {t('trace.other')}
            </LinkButton>
            {mayRecall && trace.traced && (
              <Button color="red.8" leftSection={<IconAlertTriangle size={18} />} onClick={() => setOpen(true)}>
                {t('recall.action')}
              </Button>
            )}
          </>
        }
      >
        <Goods
          title={t('trace.batch')}
          none=""
          rows={[
            <li key="self">
              <EntityLink kind="batch" id={trace.traced ? self.batch_id : null} text={self.batch_number} />
              <NodeChips node={self} />
            </li>,
          ]}
        />
        {trace.traced ? (
          <>
            {(isMade || receipts.length === 0) && (
              <Tree title={t('trace.from')} none={t('trace.noOrigin')} trace={trace} direction="backward" />
            )}
            {receipts.length > 0 && <Goods title={t('trace.suppliers')} none="" rows={receipts} />}
            <Tree title={t('trace.into')} none={t('trace.nothingMade')} trace={trace} direction="forward" />
            <Goods title={t('trace.customers')} none={t('trace.notDelivered')} rows={deliveries} />
          </>
        ) : (
          <Goods title={t('trace.from')} none={t('trace.notTraced')} rows={[]} />
        )}
        {isOpen && <RecallDialog batches={[self]} onClose={() => setOpen(false)} />}
      </Page>
    </SubScreen>
  );
}
