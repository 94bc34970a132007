import { useTranslation } from 'react-i18next';
import { CURRENCIES } from '@bobina/contract/core/units.ts';
import { paymentMethodName, paymentMethods } from '@bobina/contract/registry/payment-methods.ts';
import { ESIGIBILITA, INVOICE_BY } from '@bobina/contract/registry/parties.ts';
import { api } from '../../../lib/api/api.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useFieldValue } from '../../../ui/form/form-context.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { CheckField } from '../../../ui/form/CheckField.tsx';
import { SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { Double, Wide } from '../../../ui/form/FormSection.tsx';
import { EntityPicker } from '../../../ui/form/Picker.tsx';
import { OfferingField } from '../../../ui/form/OfferingInput.tsx';
import { CheckedField } from '../shared/CheckedField.tsx';
import { PhoneField } from '../shared/PhoneField.tsx';
import { IdentifyingField } from '../shared/IdentifyingField.tsx';
import { VatCodeField } from '../shared/VatCodeField.tsx';

/** Shows the fields that identify a customer. @param props.own its id; absent for a new one */
export function CustomerIdentityFields({ own }: { own: number | undefined }) {
  const { t } = useTranslation('registry');
  return (
    <>
      <Wide>
        <IdentifyingField kind="customer" field="business_name" own={own} />
      </Wide>
      <IdentifyingField kind="customer" field="vat_number" own={own} />
      <CheckedField name="tax_code" label={t('party.tax_code')} />
      <CheckedField name="codice_destinatario" label={t('party.codice_destinatario')} />
      <Wide>
        <CheckField name="is_active" label={t('party.is_active')} />
      </Wide>
    </>
  );
}

/** Shows the fields of payment, currency and VAT. */
export function TermsFields() {
  const { t } = useTranslation('registry');
  const method = useFieldValue<string | null>('modalita_pagamento') ?? null;
  const language = useLanguage();
  const methodName = paymentMethodName(language, method);
  return (
    <>
      <EntityPicker
        name="tipo_pagamento_id"
        label={t('party.tipo_pagamento_id')}
        list={api.paymentTerms.list}
        get={api.paymentTerms.get}
        nameOf={({ descrizione }) => descrizione}
      />
      <OfferingField
        name="modalita_pagamento"
        label={t('party.modalita_pagamento')}
        offers={paymentMethods(language)}
        {...(methodName !== method && { description: methodName })}
      />
      <SelectField name="valuta" label={t('party.valuta')} data={[...CURRENCIES]} allowDeselect={false} />
      <VatCodeField name="vat_code" label={t('party.vat_code')} description={t('party.vat_codeHint')} />
      <SelectField
        name="invoice_by"
        label={t('party.invoice_by')}
        data={INVOICE_BY.map((value) => ({ value, label: t(`invoiceBy.${value}`) }))}
        allowDeselect={false}
      />
      <Double>
        <TextField name="iban" label={t('party.iban')} />
      </Double>
      <TextField name="bank" label={t('party.bank')} />
      <TextField name="abi" label={t('party.abi')} inputMode="numeric" />
      <TextField name="cab" label={t('party.cab')} inputMode="numeric" />
      <TextField name="mandate_id" label={t('party.mandate_id')} />
      <DayField name="mandate_day" label={t('party.mandate_day')} />
    </>
  );
}

/** Shows the fields of electronic invoices: public bodies, the chargeability of VAT, French and Moroccan numbers. */
export function EInvoiceFields() {
  const { t } = useTranslation('registry');
  return (
    <>
      <Wide>
        <CheckField
          name="is_public_body"
          label={t('party.is_public_body')}
          description={t('party.is_public_bodyHint')}
        />
      </Wide>
      <SelectField
        name="esigibilita"
        label={t('party.esigibilita')}
        data={ESIGIBILITA.map((value) => ({ value, label: t(`esigibilita.${value}`) }))}
        clearable
      />
      <TextField name="siren" label={t('party.siren')} inputMode="numeric" />
      <TextField name="siret" label={t('party.siret')} inputMode="numeric" />
      <TextField name="routing_code" label={t('party.routing_code')} />
      <TextField name="ice" label={t('party.ice')} inputMode="numeric" />
    </>
  );
}

/**
 * Shows the billing fields.
 * @param startsHere focuses the first field, so that a dialog does not focus its close button
 */
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
      <Double>
        <TextField name="email_fatturazione" label={t('party.email_fatturazione')} type="email" inputMode="email" />
      </Double>
      <PhoneField name="telefono_fatturazione" label={t('party.telefono_fatturazione')} />
      <TextField name="codice_invio_elettronico" label={t('party.codice_invio_elettronico')} />
      <Wide>
        <TextAreaField name="note_fatturazione" label={t('party.note_fatturazione')} />
      </Wide>
    </>
  );
}
