import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Warning } from '@bobina/contract/core/errors.ts';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { useFormats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { EntityForm, FormActions } from '../../../ui/form/EntityForm.tsx';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { FormSection, Wide } from '../../../ui/form/FormSection.tsx';
import { CustomerPicker } from '../../../ui/form/pickers.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { useFocusFirst } from '../../../ui/form/use-focus-first.ts';
import { dropEmptyLines } from '../../../ui/lines/priced-line.ts';
import { askAboutDoubts } from '../../../ui/overlay/ask-about-doubts.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { toast } from '../../../ui/toasts.ts';
import { newLine, OrderFormBody, valuesOf, wholeProblems, type OrderLine } from './order-line.ts';
import { OrderLines } from './OrderLines.tsx';
import { Overdue } from './Overdue.tsx';
import { isNumberKnown, OwnNumber } from './OwnNumber.tsx';
import { priceDoubts } from './price-doubts.ts';
import { TenderFields } from './TenderFields.tsx';
import { inheritDay, RequestedDay } from './RequestedDay.tsx';

interface Props {
  /** The order to change; absent for a new one. */
  order?: CustomerOrder;
  save: Parameters<typeof useEntityForm<typeof OrderFormBody, CustomerOrder>>[0]['save'];
  onSaved: () => void;
  onCancel: () => void;
}

/** Shows the form of a new or existing customer order, in place of the list. */
export function OrderForm({ order, save, onSaved, onCancel }: Props) {
  const { t } = useTranslation('orders');
  const formats = useFormats();
  const handle = useEntityForm({
    schema: OrderFormBody,
    initial: order ? valuesOf(order) : (emptyOrder() as unknown as ReturnType<typeof valuesOf>),
    version: order?.version,
    save: async (input, options) => {
      const isKnown = isNumberKnown(input.body.customer_id as number, input.body.customer_order_number, order?.id);
      const saved = await save(input, options);
      return isKnown ? withoutNumberWarning(saved) : saved;
    },
    read: (entity) => valuesOf(entity as CustomerOrder),
    check: ({ items }) => wholeProblems(items as OrderLine[]),
    question: (body) => askAboutDoubts(priceDoubts(body, order, t, formats)),
    openBy: 'edit',
    draft: `customer-order:${order?.id ?? 'new'}`,
    prepare: (form) => {
      inheritDay(form);
      dropEmptyLines(form);
    },
    failure: t(order ? 'orders.updateFailed' : 'orders.createFailed'),
    onSaved: (saved) => {
      toast.success(t(order ? 'orders.updated' : 'orders.created', { number: saved.order_number }));
      for (const entity of ['customerOrders', 'production']) void queryClient.invalidateQueries({ queryKey: [entity] });
      onSaved();
    },
  });
  useFocusFirst(handle, !order);
  const isUsed = order ? valuesOf(order).items!.some((line) => (line as unknown as OrderLine).used > 0) : false;
  return (
    <Page>
      <EntityForm handle={handle} hasLines label={order?.order_number ?? t('orders.add')}>
        {isUsed && (
          <Alert color="blue" variant="light">
            {t('orders.isUsed')}
          </Alert>
        )}
        <FormSection title={t('form.header')} open>
          <DayField name="order_date" label={t('order.order_date')} required />
          <div>
            <CustomerPicker
              name="customer_id"
              label={t('order.customer')}
              withAsterisk
              required
              disabled={isUsed}
              failure={t('orders.customersFailed')}
            />
            <Overdue />
          </div>
          <OwnNumber own={order?.id} />
          <RequestedDay />
          <TenderFields />
          <Wide>
            <TextAreaField name="notes" label={t('order.notes')} minRows={1} />
          </Wide>
        </FormSection>
        <OrderLines />
        <FormActions handle={handle} onCancel={onCancel} />
      </EntityForm>
    </Page>
  );
}

/** The form has named the other order beside the field already. */
function withoutNumberWarning(saved: CustomerOrder & { warnings?: Warning[] }): CustomerOrder {
  return { ...saved, warnings: saved.warnings?.filter(({ code }) => code !== 'order_number_exists') } as CustomerOrder;
}

function emptyOrder() {
  return {
    customer_id: null,
    customer_order_number: '',
    order_date: companyToday(),
    requested_delivery_date: null,
    cig: '',
    cup: '',
    notes: '',
    items: [newLine()],
  };
}
