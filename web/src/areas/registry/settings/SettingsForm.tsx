import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Suspense, useMemo } from 'react';
import { z } from 'zod';
import {
  ACCOUNTS,
  FILM_LAYOUTS,
  PROPOSAL_GROUPINGS,
  SDI_CHANNELS,
  SettingsInput,
  type Settings,
} from '@bobina/contract/registry/company.ts';
import { CONAI_MATERIALS } from '@bobina/contract/registry/conai-materials.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useCan } from '../../../lib/session.ts';
import { EntityForm, FormActions } from '../../../ui/form/EntityForm.tsx';
import { CheckField } from '../../../ui/form/CheckField.tsx';
import { SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { FormSection, Wide } from '../../../ui/form/FormSection.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { ChoiceField } from '../../../ui/form/Picker.tsx';
import { WarehousePicker } from '../../../ui/form/pickers.tsx';
import { fieldsOf, useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { prepared } from '../../../ui/prepared.tsx';
import { toast } from '../../../ui/toasts.ts';
import { VatCodeField } from '../shared/VatCodeField.tsx';
import { OidcRolesField } from './OidcRolesField.tsx';
import { SecondFactorRolesField } from './SecondFactorRolesField.tsx';
import { WorkingDaysField } from './WorkingDaysField.tsx';

const MailTest = prepared(() => import('./MailTest.tsx'));

/** Treats an empty list of working days as a missing value, so that its error is `required`. */
const SettingsFormInput = SettingsInput.extend({
  working_days: z.array(z.int()).refine((days) => days.length > 0, { params: { code: 'required' } }),
});
/** The switches of the parts that exist. Without reservations, nothing uses `reservation_days` either. */
const SWITCHES = ['use_proposals', 'use_reels', 'use_runs'] as const;
type Setting =
  | (typeof SWITCHES)[number]
  | Exclude<
      keyof typeof SettingsFormInput.shape,
      'working_days' | 'reservation_days' | 'second_factor_roles' | 'oidc_roles' | 'conai_rates' | `use_${string}`
    >;
const FRENCH_NOTES = ['fr_note_pmt', 'fr_note_pmd', 'fr_note_aab'] as const;
const TIME_ZONES = Intl.supportedValuesOf('timeZone');

/** Shows the form of the company's settings. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const mayReadCosts = useCan()('costs.read');
  const handle = useEntityForm({
    schema: SettingsFormInput,
    initial: fieldsOf(SettingsFormInput, settings),
    version: settings.version,
    save: (input, options) => api.settings.update(input, options),
    onSaved: () => {
      toast.success(t('settings.saved'));
      void queryClient.invalidateQueries({ queryKey: ['settings'] });
      // The switches and the time zone.
      void queryClient.invalidateQueries({ queryKey: ['company'] });
    },
  });
  const words = (name: Setting) => ({
    name,
    label: t(`setting.${name}`),
    description: t(`setting.${name}Hint`),
  });
  const zones = useMemo(
    () => [...new Set([settings.time_zone, ...TIME_ZONES])].map((value) => ({ value, label: value })),
    [settings.time_zone],
  );
  return (
    <Page subtitle={t('settings.subtitle')}>
      <EntityForm handle={handle} label={t('settings.general')}>
        <FormSection title={t('settings.general')} open>
          <ChoiceField {...words('time_zone')} data={zones} required />
        </FormSection>
        <FormSection title={t('settings.purchasing')} open>
          <NumberField {...words('over_receipt_percent')} unit="%" decimals={2} required />
          <NumberField {...words('invoice_quantity_tolerance')} unit="%" decimals={2} required />
          <NumberField {...words('invoice_price_tolerance')} unit="%" decimals={2} required />
          <NumberField {...words('reference_rate')} unit="%" decimals={2} required />
          <VatCodeField {...words('default_vat_code')} />
        </FormSection>
        <FormSection title={t('settings.production')} open>
          <WarehousePicker {...words('production_warehouse_id')} />
          <NumberField {...words('scrap_percent')} unit="%" decimals={2} required />
          <SelectField
            {...words('film_layout')}
            data={FILM_LAYOUTS.map((value) => ({ value, label: t(`filmLayout.${value}`) }))}
            allowDeselect={false}
            required
          />
          <NumberField {...words('working_hours_per_day')} unit="h" decimals={2} required />
          <Wide>
            <WorkingDaysField />
          </Wide>
        </FormSection>
        <FormSection title={t('settings.proposals')} open>
          {(['production_days', 'receipt_days', 'cover_days'] as const).map((name) => (
            <NumberField key={name} {...words(name)} decimals={0} required />
          ))}
          <NumberField {...words('wider_mm')} unit="mm" decimals={0} required />
          <SelectField
            {...words('proposal_grouping')}
            data={PROPOSAL_GROUPINGS.map((value) => ({ value, label: t(`proposalGrouping.${value}`) }))}
            allowDeselect={false}
            required
          />
        </FormSection>
        <FormSection title={t('settings.reels')} open>
          <NumberField {...words('reel_check_percent')} unit="%" decimals={2} required />
          <NumberField {...words('scrap_below_m')} unit="m" decimals={2} required />
        </FormSection>
        <FormSection title={t('settings.runs')} open>
          <NumberField {...words('mass_balance_percent')} unit="%" decimals={2} required />
          <NumberField {...words('waste_price_per_kg')} unit="€" required />
          {mayReadCosts && <NumberField {...words('wages_per_hour')} unit="€" required />}
        </FormSection>
        <FormSection title={t('settings.invoices')} open>
          <Wide>
            <CheckField
              name="recharge_stamp_duty"
              label={t('setting.recharge_stamp_duty')}
              description={t('setting.recharge_stamp_dutyHint')}
            />
          </Wide>
          <SelectField
            {...words('sdi_channel')}
            data={SDI_CHANNELS.map((value) => ({ value, label: t(`sdiChannel.${value}`) }))}
            allowDeselect={false}
            required
          />
          <TextField {...words('sdi_pec')} type="email" required />
          {FRENCH_NOTES.map((name) => (
            <Wide key={name}>
              <TextAreaField {...words(name)} minRows={1} maxLength={1000} required />
            </Wide>
          ))}
        </FormSection>
        <FormSection title={t('settings.conai')} open>
          {[...new Set([...CONAI_MATERIALS, ...Object.keys(settings.conai_rates)])].map((material) => (
            <NumberField key={material} name={`conai_rates.${material}`} label={material} unit="€/t" decimals={2} />
          ))}
        </FormSection>
        <FormSection title={t('settings.attachments')} open>
          <NumberField {...words('attachment_quota_mb')} unit="MB" decimals={0} required />
        </FormSection>
        <FormSection title={t('settings.accounts')} open>
          {ACCOUNTS.map((name) => (
            <TextField key={name} {...words(name)} maxLength={50} required />
          ))}
        </FormSection>
        <FormSection title={t('settings.access')} open>
          <Wide>
            <SecondFactorRolesField />
          </Wide>
          <Wide>
            <OidcRolesField />
          </Wide>
        </FormSection>
        <FormSection title={t('settings.features')} open>
          {SWITCHES.map((name) => (
            <CheckField key={name} name={name} label={t(`setting.${name}`)} description={t(`setting.${name}Hint`)} />
          ))}
        </FormSection>
        <Suspense fallback={<span aria-busy />}>
          <MailTest />
        </Suspense>
        <FormActions handle={handle} onCancel={() => void navigate({ to: '/anagrafica' })} />
      </EntityForm>
    </Page>
  );
}
