import { useTranslation } from 'react-i18next';
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { Double, Wide } from '../../../ui/form/FormSection.tsx';
import { CheckedField } from './CheckedField.tsx';
import { CountryFields } from './CountryFields.tsx';
import { PhoneField } from './PhoneField.tsx';

/** Shows the address and contact channels of a supplier or customer. */
export function AddressFields() {
  const { t } = useTranslation('registry');
  return (
    <>
      <Wide>
        <TextField name="address" label={t('party.address')} required />
      </Wide>
      <TextField name="city" label={t('party.city')} required />
      <CheckedField name="province" label={t('party.province')} required />
      <CheckedField name="zip_code" label={t('party.zip_code')} required />
      <CountryFields labels={[t('party.country'), t('party.country_code')]} isRequired />
      <Double>
        <TextField name="email" label={t('party.email')} required type="email" inputMode="email" />
      </Double>
      <PhoneField name="phone" label={t('party.phone')} required />
    </>
  );
}

/** Shows the contact person, the shipping terms and the notes of a supplier or customer. */
export function ContactFields() {
  const { t } = useTranslation('registry');
  return (
    <>
      <TextField name="contact_name" label={t('party.contact_name')} />
      <TextField name="contact_role" label={t('party.contact_role')} />
      <PhoneField name="contact_phone" label={t('party.contact_phone')} />
      <TextField name="shipping_method" label={t('party.shipping_method')} />
      <Wide>
        <TextAreaField name="notes" label={t('party.notes')} />
      </Wide>
    </>
  );
}
