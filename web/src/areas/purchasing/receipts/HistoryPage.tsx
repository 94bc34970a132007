import { Badge, Button } from '@mantine/core';
import { IconArrowBackUp, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReceiptHistory } from '@bobina/contract/purchasing/receipts.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { NotesButton } from '../../../ui/notes/NotesButton.tsx';
import { EntityLoader, useIdParameter } from '../../../ui/page/EntityLoader.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { Pairs } from '../../../ui/page/Pairs.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { EmptyState } from '../../../ui/table/TableStates.tsx';
import { toast } from '../../../ui/toasts.ts';
import { withTimeout } from '../calls.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { printBatchLabels } from './batch-labels.ts';
import { CancelReceiptDialog } from './CancelReceiptDialog.tsx';
import classes from './receipt.module.css';

const readHistory = withTimeout(api.goodsReceipts.itemHistory);
type Receipt = ReceiptHistory['receipts'][number];

function Batches({ receipt, unit }: { receipt: Receipt; unit: string }) {
  const { t } = useTranslation('purchasing');
  const { t: ofHistory } = useTranslation('receiptHistory');
  const formats = useFormats();
  return (
    <PlainTable
      label={ofHistory('batchesOf', { number: receipt.ddt_number })}
      heads={[
        { label: t('batches.batch_number') },
        { label: t('batches.quantity'), end: true },
        { label: t('batches.production_date') },
        { label: t('batches.expiry_date') },
      ]}
    >
      {receipt.batches.map((batch) => (
        <tr key={batch.batchNumber}>
          <td>
            <EntityLink kind="batch" id={batch.batchId} text={batch.batchNumber} />
          </td>
          <td data-end>{formats.quantity(batch.quantity, unit)}</td>
          <td>{formats.day(batch.productionDate)}</td>
          <td>{formats.day(batch.expiryDate)}</td>
        </tr>
      ))}
    </PlainTable>
  );
}

/** Shows the receipts of one order line, prints the labels of their batches, and cancels a receipt. */
function History({ history }: { history: ReceiptHistory }) {
  const { t } = useTranslation('purchasing');
  const { t: ofHistory } = useTranslation('receiptHistory');
  const formats = useFormats();
  const unitOf = useUnit();
  const unit = unitOf(history.unit_of_measure);
  const summary = [
    [
      ofHistory('product'),
      <EntityLink key="product" kind="product" id={history.product_id} text={history.product_code} />,
    ],
    [t('receipt.description'), history.product_description],
    [t('receipt.unit'), unit],
    [ofHistory('ordered'), formats.quantity(history.total_ordered, unit)],
    [ofHistory('received'), formats.quantity(history.total_received, unit)],
    [ofHistory('last'), formats.day(history.last_receipt_date)],
    [ofHistory('count'), formats.number(history.receipt_count)],
  ] as const;
  const print = (receipts: readonly Receipt[]) =>
    void printBatchLabels(() => [{ history, receipts }], t, formats, unitOf);
  const mayCancel = useCan()('goods_receipts.write');
  const [cancelling, setCancelling] = useState<Receipt | null>(null);
  const live = history.receipts.filter(({ cancelled_at }) => cancelled_at === null);
  const hasBatches = live.some(({ batches }) => batches.length > 0);
  return (
    <Page
      title={history.product_code}
      subtitle={history.product_description}
      actions={
        hasBatches && (
          <Button leftSection={<IconPrinter size={18} />} onClick={() => print(live)}>
            {ofHistory('printLabels')}
          </Button>
        )
      }
    >
      <div className={`${classes.sheet} ${classes.facts}`}>
        <Pairs pairs={summary} />
      </div>
      <section className={classes.sheet} aria-label={ofHistory('receipts')}>
        {history.receipts.length === 0 && <EmptyState title={ofHistory('empty')} hint={ofHistory('emptyHint')} />}
        {history.receipts.map((receipt) => (
          <article
            key={receipt.receipt_id}
            className={classes.receipt}
            aria-label={ofHistory('ddt', { number: receipt.ddt_number, day: formats.day(receipt.ddt_date) })}
          >
            <div className={classes.receiptHead}>
              <h2>{ofHistory('ddt', { number: receipt.ddt_number, day: formats.day(receipt.ddt_date) })}</h2>
              {receipt.cancelled_at && <Badge color="gray">{ofHistory('isCancelled')}</Badge>}
              <NotesButton entity="goods-receipts" id={receipt.receipt_id} name={receipt.ddt_number} />
              {receipt.batches.length > 0 && !receipt.cancelled_at && (
                <Button
                  size="sm"
                  variant="default"
                  leftSection={<IconPrinter size={17} />}
                  onClick={() => print([receipt])}
                >
                  {t('label.title')}
                  <span className="visually-hidden"> · {receipt.ddt_number}</span>
                </Button>
              )}
              {mayCancel && !receipt.cancelled_at && (
                <Button
                  size="sm"
                  variant="default"
                  leftSection={<IconArrowBackUp size={17} />}
                  onClick={() => setCancelling(receipt)}
                >
                  {ofHistory('cancel')}
                  <span className="visually-hidden"> · {receipt.ddt_number}</span>
                </Button>
              )}
            </div>
            <Pairs
              pairs={[
                ...(receipt.cancelled_at
                  ? [
                      [ofHistory('cancelled_at'), formats.instant(receipt.cancelled_at)] as const,
                      [ofHistory('cancelled_by'), formats.text(receipt.cancelled_by_name)] as const,
                      [ofHistory('reason'), formats.text(receipt.cancel_reason)] as const,
                    ]
                  : []),
                [ofHistory('receivedQuantity'), formats.quantity(receipt.received_quantity, unit)],
                [ofHistory('remaining'), formats.quantity(receipt.remaining_quantity, unit)],
                [
                  ofHistory('warehouse'),
                  <EntityLink
                    key="warehouse"
                    kind="warehouse"
                    id={receipt.warehouse_id}
                    text={receipt.warehouse_name}
                  />,
                ],
              ]}
            />
            {receipt.batches.length > 0 && <Batches receipt={receipt} unit={unit} />}
          </article>
        ))}
      </section>
      {cancelling && (
        <CancelReceiptDialog
          id={cancelling.receipt_id}
          number={cancelling.ddt_number}
          onClose={() => setCancelling(null)}
        />
      )}
    </Page>
  );
}

/** Shows the receipt history of an order line. */
function HistoryPage() {
  const itemId = useIdParameter('itemId');
  const { t: ofHistory } = useTranslation('receiptHistory');
  const navigate = useNavigate();
  const history = useQuery(readHistory.query({ itemId }));
  const onFailed = () => {
    toast.error(ofHistory('loadFailed'));
    void navigate({ to: '/operazioni/ricezione-merce', replace: true });
  };
  return (
    <EntityLoader query={history} onFailed={onFailed}>
      {(loaded) => <History history={history.data ?? loaded} />}
    </EntityLoader>
  );
}
export default HistoryPage;
