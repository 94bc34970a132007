import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { id } from '@bobina/contract/core/fields.ts';
import { requiredAs } from '@bobina/contract/core/required-as.ts';
import { InvoiceInput } from '@bobina/contract/sales/invoices.ts';
import { api } from '../../../lib/api/api.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { EntityPicker } from '../../../ui/form/Picker.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { toast } from '../../../ui/toasts.ts';
import { refreshSales } from '../calls.ts';
import { invoiceName } from '../statuses.tsx';
import { DraftFields } from './DraftFields.tsx';

/** The body of the call and the packing list id of its path. */
const Input = z.object({ packing_list_id: requiredAs('required', id()), ...InvoiceInput.shape });

interface Props {
  packingListId: number | undefined;
  onClose: () => void;
  onCreated: (id: number) => void;
}

/** Shows the form that creates a draft invoice from a packing list. */
export function NewInvoice({ packingListId, onClose, onCreated }: Props) {
  const { t } = useTranslation('sales');
  const handle = useEntityForm({
    schema: Input,
    initial: { notes: '', ...(packingListId && { packing_list_id: packingListId }) },
    openBy: 'new',
    missing: { packing_list_id: t('invoices.selectPackingList') },
    save: ({ body: { packing_list_id, ...body } }, options) =>
      api.invoices.createFromPackingList({ id: packing_list_id as number, body }, options),
    failure: t('failed'),
    onSaved: (invoice) => {
      toast.success(t('invoices.created'));
      refreshSales();
      onCreated(invoice.id);
    },
  });
  /** Says why a packing list is not offered: it is on an invoice, or cancelled. */
  const explain = async (text: string) => {
    const { rows } = await api.packingLists.list({ query: { q: text, limit: 2 } }).catch(() => ({ rows: [] }));
    const [only, second] = rows;
    if (!only || second) return false;
    const { packing_list_number: number, invoice_id: id, invoice_number = null } = only;
    if (typeof id === 'number')
      toast.error(t('invoices.alreadyIn', { number, invoice: invoiceName({ id, invoice_number }) }));
    else if (only.status === 'cancelled') toast.error(t('invoices.isCancelled', { number }));
    return false;
  };
  return (
    <FormDialog handle={handle} title={t('invoices.add')} onClose={onClose} saveLabel={t('invoices.save')}>
      <Wide>
        <EntityPicker
          name="packing_list_id"
          label={t('invoices.packingList')}
          withAsterisk
          required
          onNoMatch={explain}
          list={api.packingLists.list}
          get={api.packingLists.get}
          query={{ status: 'issued', invoiced: 'false', sort: '-packing_date' }}
          nameOf={({ packing_list_number, customer_name }) => `${packing_list_number} · ${customer_name}`}
        />
      </Wide>
      <DraftFields />
    </FormDialog>
  );
}
