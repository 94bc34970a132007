import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { VatCodeInput, type VatCode } from '@bobina/contract/registry/terms.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { fieldsOf, useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { EntityLoader } from '../../../ui/page/EntityLoader.tsx';
import { toast } from '../../../ui/toasts.ts';
import { AuditLabels } from '../shared/AuditLabels.tsx';

/** The form of a VAT code, over the list. */
export function VatCodeDialog({ id, onClose }: { id: number | 'new'; onClose: () => void }) {
  return id === 'new' ? <VatCodeForm onClose={onClose} /> : <EditVatCode id={id} onClose={onClose} />;
}

function VatCodeForm({ vatCode, onClose }: { vatCode?: VatCode; onClose: () => void }) {
  const { t } = useTranslation('registry');
  const handle = useEntityForm({
    schema: VatCodeInput,
    initial: vatCode ? fieldsOf(VatCodeInput, vatCode) : { code: '', natura: '', description: '' },
    version: vatCode?.version,
    openBy: 'edit',
    save: (input, options): Promise<VatCode> =>
      vatCode ? api.vatCodes.update({ id: vatCode.id, ...input }, options) : api.vatCodes.create(input, options),
    onSaved: ({ code }) => {
      toast.success(t('vatCodes.saved', { code }));
      void queryClient.invalidateQueries({ queryKey: ['vatCodes'] });
      onClose();
    },
  });
  return (
    <FormDialog handle={handle} title={t(vatCode ? 'vatCodes.edit' : 'vatCodes.add')} onClose={onClose}>
      <TextField name="code" label={t('vatCode.code')} required maxLength={20} data-autofocus />
      <NumberField name="rate" label={t('vatCode.rate')} required decimals={5} unit="%" />
      <Wide>
        <TextField name="natura" label={t('vatCode.natura')} description={t('vatCode.naturaHint')} maxLength={4} />
      </Wide>
      <Wide>
        <TextField name="description" label={t('vatCode.description')} />
      </Wide>
      {vatCode && (
        <Wide>
          <AuditLabels row={vatCode} />
        </Wide>
      )}
    </FormDialog>
  );
}

function EditVatCode({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('registry');
  const vatCode = useQuery(api.vatCodes.get.query({ id }));
  const onLost = () => {
    toast.error(t('vatCodes.loadFailed'));
    onClose();
  };
  return (
    <EntityLoader query={vatCode} onFailed={onLost} waiting={null}>
      {(loaded) => <VatCodeForm vatCode={loaded} onClose={onClose} />}
    </EntityLoader>
  );
}
