import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CompanyInput, type Company } from '@bobina/contract/registry/company.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { EntityForm, FormActions } from '../../../ui/form/EntityForm.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormSection, Wide } from '../../../ui/form/FormSection.tsx';
import { fieldsOf, useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { toast } from '../../../ui/toasts.ts';
import { COMPANY_SECTIONS, WIDE_FIELDS } from './company-sections.ts';
import { LogoField } from './LogoField.tsx';
import { CheckedField } from '../shared/CheckedField.tsx';
import { CountryFields } from '../shared/CountryFields.tsx';

type Section = keyof typeof COMPANY_SECTIONS;

/** Shows the form of the company data. */
export function CompanyForm({ company }: { company: Company }) {
  const { t } = useTranslation('registry');
  const navigate = useNavigate();
  const handle = useEntityForm({
    schema: CompanyInput,
    initial: fieldsOf(CompanyInput, company),
    version: company.version,
    save: (input, options) => api.company.update(input, options),
    onSaved: () => {
      toast.success(t('company.saved'));
      void queryClient.invalidateQueries({ queryKey: ['company'] });
    },
  });
  return (
    <Page subtitle={t('company.subtitle')}>
      <EntityForm handle={handle} label={t('company.identity')}>
        <FormSection title={t('company.identity')} open>
          <SectionFields section="identity" />
        </FormSection>
        <FormSection title={t('company.logo')} open>
          <Wide>
            <LogoField />
          </Wide>
        </FormSection>
        {(['seat', 'bankData', 'fiscal'] as const).map((section) => (
          <FormSection key={section} title={t(`company.${section}`)} open>
            <SectionFields section={section} />
          </FormSection>
        ))}
        <FormActions handle={handle} onCancel={() => void navigate({ to: '/anagrafica' })} />
      </EntityForm>
    </Page>
  );
}

function SectionFields({ section }: { section: Section }) {
  const { t } = useTranslation('registry');
  return COMPANY_SECTIONS[section].map((name) => {
    const label = t(`companyField.${name}`);
    if (name === 'vat_number' || name === 'tax_code' || name === 'zip_code' || name === 'province')
      return <CheckedField key={name} name={name} label={label} />;
    if (name === 'email' || name === 'pec') return <TextField key={name} name={name} label={label} type="email" />;
    if (name === 'country_code') return null;
    if (name === 'country') return <CountryFields key={name} labels={[label, t('companyField.country_code')]} />;
    const field = (
      <TextField
        key={name}
        name={name}
        label={label}
        {...(name === 'gs1_prefix' && { maxLength: 10, inputMode: 'numeric', placeholder: t('company.gs1') })}
      />
    );
    return WIDE_FIELDS.has(name) ? <Wide key={name}>{field}</Wide> : field;
  });
}
