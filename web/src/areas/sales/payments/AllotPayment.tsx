import { useTranslation } from 'react-i18next';
import { PaymentAllocationsInput, type Payment } from '@bobina/contract/sales/payments.ts';
import { api } from '../../../lib/api/api.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { toast } from '../../../ui/toasts.ts';
import { refreshPayments } from '../calls.ts';
import { OpenInvoices } from './OpenInvoices.tsx';

/** Shows the form that allots what is left of a payment. */
export function AllotPayment({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { t } = useTranslation('sales');
  const { id, customer_id, currency, unallocated_amount, version } = payment;
  const handle = useEntityForm({
    schema: PaymentAllocationsInput,
    initial: { allocations: [] },
    version,
    openBy: 'allot',
    save: (input, options) => api.payments.allot({ id, ...input }, options),
    failure: t('failed'),
    onSaved: () => {
      toast.success(t('payments.allotDone'));
      refreshPayments();
      onClose();
    },
  });
  return (
    <FormDialog handle={handle} title={t('payments.allot')} onClose={onClose} hasLines size="min(56rem, 100%)">
      <Wide>
        <OpenInvoices customerId={customer_id} currency={currency} amountNow={() => unallocated_amount} />
      </Wide>
    </FormDialog>
  );
}
