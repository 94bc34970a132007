import { useTranslation } from 'react-i18next';
import { CustomerInput, type Customer } from '@bobina/contract/registry/parties.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { EntityForm, FormActions } from '../../../ui/form/EntityForm.tsx';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import { fieldsOf, useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { useFocusFirst } from '../../../ui/form/use-focus-first.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { toast } from '../../../ui/toasts.ts';
import { AuditLabels } from '../shared/AuditLabels.tsx';
import { AddressFields, ContactFields } from '../shared/PartyFields.tsx';
import { EMPTY_CUSTOMER } from './new-customer.ts';
import { BillingFields, CustomerIdentityFields, EInvoiceFields, TermsFields } from './CustomerFields.tsx';

interface Props {
  customer?: Customer;
  save: Parameters<typeof useEntityForm<typeof CustomerInput, Customer>>[0]['save'];
  onSaved: () => void;
  onClose: () => void;
  /** Whether the form is a tab of a page, without a frame of its own. */
  isTab?: boolean;
}

/** Shows the form of a customer, in place of the list or as a tab of its page. */
export function CustomerForm({ customer, save, onSaved, onClose, isTab }: Props) {
  const { t } = useTranslation('registry');
  const handle = useEntityForm({
    schema: CustomerInput,
    initial: customer ? fieldsOf(CustomerInput, customer) : EMPTY_CUSTOMER,
    version: customer?.version,
    save,
    openBy: isTab ? 'tab' : 'edit',
    onSaved: ({ business_name }) => {
      toast.success(t('customers.saved', { name: business_name }));
      void queryClient.invalidateQueries({ queryKey: ['customers'] });
      onSaved();
    },
  });
  useFocusFirst(handle, !customer);
  const form = (
    <EntityForm handle={handle} label={customer?.business_name ?? t('customers.add')}>
      <FormSection title={t('partySections.identity')} open>
        <CustomerIdentityFields own={customer?.id} />
      </FormSection>
      <FormSection title={t('partySections.address')} open>
        <AddressFields />
      </FormSection>
      <FormSection title={t('partySections.terms')} open>
        <TermsFields />
      </FormSection>
      <FormSection title={t('partySections.billing')} open>
        <BillingFields />
      </FormSection>
      <FormSection title={t('partySections.eInvoice')} open>
        <EInvoiceFields />
      </FormSection>
      <FormSection title={t('partySections.contact')} open>
        <ContactFields />
      </FormSection>
      {customer && <AuditLabels row={customer} />}
      <FormActions handle={handle} onCancel={onClose} />
    </EntityForm>
  );
  return isTab ? form : <Page>{form}</Page>;
}
