import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { InvoiceInput } from '@bobina/contract/sales/invoices.ts';
import { api } from '../../../lib/api/api.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { toast } from '../../../ui/toasts.ts';
import { refreshSales } from '../calls.ts';
import { DraftFields } from '../invoices/DraftFields.tsx';
import type { SeenPackingList } from './columns.tsx';

interface Props {
  packingLists: readonly SeenPackingList[];
  onClose: () => void;
  onCreated: (id: number) => void;
}

/** Shows the form that creates one draft invoice of several packing lists. */
export function OneInvoice({ packingLists: chosen, onClose, onCreated }: Props) {
  const { t } = useTranslation('sales');
  const packingLists = chosen.toSorted((a, b) => a.id - b.id);
  const handle = useEntityForm({
    schema: InvoiceInput,
    initial: { notes: '' },
    save: ({ body }, options) =>
      api.invoices.createFromSeveral(
        { body: { ...body, packing_list_ids: packingLists.map(({ id }) => id) } },
        options,
      ),
    failure: t('failed'),
    onSaved: (invoice) => {
      toast.success(t('invoices.created'));
      refreshSales();
      onCreated(invoice.id);
    },
  });
  return (
    <FormDialog handle={handle} title={t('bulk.oneInvoice')} onClose={onClose} saveLabel={t('invoices.save')}>
      <Wide>
        <Text size="sm">{packingLists.map(({ packing_list_number }) => packing_list_number).join(', ')}</Text>
        <Text size="sm" c="dimmed">
          {packingLists[0]!.customer_name}
        </Text>
      </Wide>
      <DraftFields />
    </FormDialog>
  );
}
