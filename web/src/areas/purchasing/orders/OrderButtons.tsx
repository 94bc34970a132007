import { useTranslation } from 'react-i18next';
import type { PurchaseOrder } from '@bobina/contract/purchasing/orders.ts';
import { useCan } from '../../../lib/session.ts';
import { LinkButton } from '../../../ui/link.tsx';
import { SendButton } from '../../../ui/mail/SendButton.tsx';
import { NotesButton } from '../../../ui/notes/NotesButton.tsx';
import { ReportButton } from '../../../ui/print/ReportButton.tsx';

/** The receipt, the comments, the mail and the PDF of a purchase order. */
export function OrderButtons({ order }: { order: PurchaseOrder }) {
  const { t } = useTranslation('purchasing');
  const mayReceive = useCan()('goods_receipts.write');
  return (
    <>
      {mayReceive && order.status !== 'fullyReceived' && (
        <LinkButton to={`/operazioni/ricezione-merce/${order.id}`}>{t('orders.receive')}</LinkButton>
      )}
      <NotesButton entity="purchase-orders" id={order.id} name={order.order_number} />
      <SendButton kind="purchase_order" id={order.id} number={order.order_number} />
      <ReportButton path={`/purchase-orders/${order.id}/report?format=pdf`} label={t('orders.report')} />
    </>
  );
}
