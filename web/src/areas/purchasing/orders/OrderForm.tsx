import { Alert } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PurchaseOrder, PurchaseOrderInput } from '@bobina/contract/purchasing/orders.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { BeforeOrder } from '../../../ui/lines/BeforeOrder.tsx';
import { DayField } from '../../../ui/form/DayField.tsx';
import { EntityForm, FormActions } from '../../../ui/form/EntityForm.tsx';
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form-context.ts';
import { FormSection, Wide } from '../../../ui/form/FormSection.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { useFocusFirst } from '../../../ui/form/use-focus-first.ts';
import { dropEmptyLines } from '../../../ui/lines/priced-line.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { prepared } from '../../../ui/prepared.tsx';
import { toast } from '../../../ui/toasts.ts';
import { CHANGED_BY_RECEIPT } from '../calls.ts';
import { valuesOf } from './order-line.ts';
import { OrderLines } from './OrderLines.tsx';
import { SupplierChoice } from './SupplierChoice.tsx';

interface Props {
  /** The order to change; absent for a new one. */
  order?: PurchaseOrder;
  initial: Partial<PurchaseOrderInput>;
  save: Parameters<typeof useEntityForm<typeof PurchaseOrderInput, PurchaseOrder>>[0]['save'];
  /** Replaces the return to the list after saving. */
  onDone?: (() => void) | undefined;
  /** Content above the form. */
  note?: ReactNode;
}
const LIST = '/operazioni/ordini-fornitori';
/** Loaded only for stored orders: the form of a new one has no buttons. */
const OrderButtons = prepared(() =>
  import('./OrderButtons.tsx').then(({ OrderButtons: component }) => ({ default: component })),
);

/** Shows the form of a new or existing purchase order. Saving returns to the list. */
export function OrderForm({ order, initial, save, onDone, note }: Props) {
  const { t } = useTranslation('purchasing');
  const navigate = useNavigate();
  const handle = useEntityForm({
    schema: () => import('@bobina/contract/purchasing/orders.ts').then((orders) => orders.PurchaseOrderInput),
    initial,
    version: order?.version,
    // The forms of missing goods come one after the other, each filled already.
    ...(!onDone && { draft: `purchase-order:${order?.id ?? 'new'}` }),
    save,
    read: (entity) => valuesOf(entity as PurchaseOrder),
    prepare: dropEmptyLines,
    failure: t(order ? 'orders.updateFailed' : 'orders.createFailed'),
    onSaved: (saved) => {
      toast.success(t(order ? 'orders.updated' : 'orders.created', { number: saved.order_number }));
      for (const entity of CHANGED_BY_RECEIPT) void queryClient.invalidateQueries({ queryKey: [entity] });
      if (onDone) onDone();
      else void navigate({ to: LIST });
    },
  });
  // The forms of missing goods lack the arrival day alone.
  useFocusFirst(handle, !order, onDone && 'requested_arrival_date');
  const hasReceipts =
    order?.items.some(({ received_quantity, status }) => received_quantity > 0 || status !== 'notReceived') ?? false;
  return (
    <Page
      title={order?.order_number}
      actions={
        order && (
          <Suspense fallback={<span aria-busy />}>
            <OrderButtons order={order} />
          </Suspense>
        )
      }
    >
      {note}
      <EntityForm handle={handle} hasLines label={order?.order_number ?? t('orders.add')}>
        {hasReceipts && (
          <Alert color="blue" variant="light">
            {t('orders.hasReceipts')}
          </Alert>
        )}
        <FormSection title={t('orderForm.header')} open>
          <SupplierChoice disabled={hasReceipts} />
          <TextField name="order_number" label={t('order.order_number')} placeholder={t('orderForm.automatic')} />
          <DayField name="order_date" label={t('order.order_date')} required />
          <ArrivalDay name="requested_arrival_date" required />
          <ArrivalDay name="confirmed_arrival_date" />
          <Wide>
            <TextAreaField name="notes" label={t('order.notes')} minRows={1} />
          </Wide>
        </FormSection>
        <OrderLines />
        <FormActions handle={handle} onCancel={() => void navigate({ to: LIST })} />
      </EntityForm>
    </Page>
  );
}

function ArrivalDay({
  name,
  ...rest
}: {
  name: 'requested_arrival_date' | 'confirmed_arrival_date';
  required?: boolean;
}) {
  const { t } = useTranslation('purchasing');
  const day = useFieldValue<string | null>(name);
  return (
    <div>
      <DayField name={name} label={t(`order.${name}`)} {...rest} />
      <BeforeOrder day={day} text={t('orderForm.beforeOrder')} />
    </div>
  );
}
