import { useTranslation } from 'react-i18next';
import { CURRENCIES } from '@bobina/contract/core/fields.ts';
import { api } from '../../../lib/api/api.ts';
import { CheckField, SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { EntityPicker } from '../../../ui/form/Picker.tsx';
import { VatCodeField } from '../shared/VatCodeField.tsx';

export function CustomerIdentityFields() {
  const { t } = useTranslation('registry');
  return (
    <>
      <Wide>
        <TextField name="business_name" label={t('party.business_name')} required />
      </Wide>
      <TextField name="vat_number" label={t('party.vat_number')} required />
      <TextField name="tax_code" label={t('party.tax_code')} />
      <TextField name="codice_destinatario" label={t('party.codice_destinatario')} />
      <Wide>
        <CheckField name="is_active" label={t('party.is_active')} />
      </Wide>
    </>
  );
}

export function TermsFields() {
  const { t } = useTranslation('registry');
  return (
    <>
      <EntityPicker
        name="tipo_pagamento_id"
        label={t('party.tipo_pagamento_id')}
        list={api.paymentTerms.list}
        get={api.paymentTerms.get}
        nameOf={({ descrizione }) => descrizione}
      />
      <TextField name="modalita_pagamento" label={t('party.modalita_pagamento')} />
      <SelectField name="valuta" label={t('party.valuta')} data={[...CURRENCIES]} allowDeselect={false} />
      <VatCodeField
        name="vat_code"
        label={t('party.vat_code')}
        description={t('party.vat_codeHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
    </>
  );
}

/** @param startsHere a dialog puts the focus into the first of them, not onto its close button */
export function BillingFields({ startsHere = false }: { startsHere?: boolean }) {
  const { t } = useTranslation('registry');
  return (
    <>
      <Wide>
        <TextField
          name="indirizzo_fatturazione"
          label={t('party.indirizzo_fatturazione')}
          {...(startsHere && { 'data-autofocus': true })}
        />
      </Wide>
      <TextField name="email_fatturazione" label={t('party.email_fatturazione')} type="email" inputMode="email" />
      <TextField name="telefono_fatturazione" label={t('party.telefono_fatturazione')} type="tel" />
      <TextField name="codice_invio_elettronico" label={t('party.codice_invio_elettronico')} />
      <Wide>
        <TextAreaField name="note_fatturazione" label={t('party.note_fatturazione')} />
      </Wide>
    </>
  );
}
