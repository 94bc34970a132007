import { useTranslation } from 'react-i18next';
import { SupplierInput, type Supplier } from '@bobina/contract/registry/parties.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { EntityPicker } from '../../../ui/form/Picker.tsx';
import { EntityForm, FormActions } from '../../../ui/form/EntityForm.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { Double, FormSection, Wide } from '../../../ui/form/FormSection.tsx';
import { fieldsOf, useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { useFocusFirst } from '../../../ui/form/use-focus-first.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { toast } from '../../../ui/toasts.ts';
import { AuditLabels } from '../shared/AuditLabels.tsx';
import { EMPTY_PARTY } from '../shared/new-party.ts';
import { AddressFields, ContactFields } from '../shared/PartyFields.tsx';
import { IdentifyingField } from '../shared/IdentifyingField.tsx';

interface Props {
  supplier?: Supplier;
  save: Parameters<typeof useEntityForm<typeof SupplierInput, Supplier>>[0]['save'];
  onClose: () => void;
  /** Whether the form is a tab of a page, without a frame of its own. */
  isTab?: boolean;
}

/** Shows the form of a supplier, in place of the list or as a tab of its page. */
export function SupplierForm({ supplier, save, onClose, isTab }: Props) {
  const { t } = useTranslation('registry');
  const handle = useEntityForm({
    schema: SupplierInput,
    initial: supplier ? fieldsOf(SupplierInput, supplier) : EMPTY_PARTY,
    version: supplier?.version,
    save,
    openBy: isTab ? 'tab' : 'edit',
    onSaved: ({ business_name }) => {
      toast.success(t('suppliers.saved', { name: business_name }));
      void queryClient.invalidateQueries({ queryKey: ['suppliers'] });
      onClose();
    },
  });
  useFocusFirst(handle, !supplier);
  const form = (
    <EntityForm handle={handle} label={supplier?.business_name ?? t('suppliers.add')}>
      <FormSection title={t('partySections.identity')} open>
        <Wide>
          <IdentifyingField kind="supplier" field="business_name" own={supplier?.id} />
        </Wide>
        <IdentifyingField kind="supplier" field="vat_number" own={supplier?.id} />
        <Double>
          <TextField name="iban" label={t('party.iban')} />
        </Double>
        <EntityPicker
          name="tipo_pagamento_id"
          label={t('party.tipo_pagamento_id')}
          list={api.paymentTerms.list}
          get={api.paymentTerms.get}
          nameOf={({ descrizione }) => descrizione}
        />
      </FormSection>
      <FormSection title={t('partySections.address')} open>
        <AddressFields />
      </FormSection>
      <FormSection title={t('partySections.contact')} open>
        <ContactFields />
      </FormSection>
      {supplier && <AuditLabels row={supplier} />}
      <FormActions handle={handle} onCancel={onClose} />
    </EntityForm>
  );
  return isTab ? form : <Page>{form}</Page>;
}
