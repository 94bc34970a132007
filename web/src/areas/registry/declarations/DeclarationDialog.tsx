import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DeclarationOfIntentInput, type DeclarationOfIntent } from '@bobina/contract/registry/declarations.ts';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { CustomerPicker } from '../../../ui/form/pickers.tsx';
import { fieldsOf, useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { EntityLoader } from '../../../ui/page/EntityLoader.tsx';
import { toast } from '../../../ui/toasts.ts';
import { AuditLabels } from '../shared/AuditLabels.tsx';

/** Shows the form of a declaration of intent in a dialog. */
export function DeclarationDialog({ id, onClose }: { id: number | 'new'; onClose: () => void }) {
  return id === 'new' ? <DeclarationForm onClose={onClose} /> : <EditDeclaration id={id} onClose={onClose} />;
}

function DeclarationForm({ declaration, onClose }: { declaration?: DeclarationOfIntent; onClose: () => void }) {
  const { t } = useTranslation('registry');
  const handle = useEntityForm({
    schema: DeclarationOfIntentInput,
    initial: declaration
      ? fieldsOf(DeclarationOfIntentInput, declaration)
      : { protocol: '', notes: '', day: companyToday(), year: Number(companyToday().slice(0, 4)) },
    version: declaration?.version,
    openBy: 'edit',
    save: (input, options): Promise<DeclarationOfIntent> =>
      declaration
        ? api.declarationsOfIntent.update({ id: declaration.id, ...input }, options)
        : api.declarationsOfIntent.create(input, options),
    onSaved: ({ protocol }) => {
      toast.success(t('declarations.saved', { protocol }));
      void queryClient.invalidateQueries({ queryKey: ['declarationsOfIntent'] });
      onClose();
    },
  });
  return (
    <FormDialog handle={handle} title={t(declaration ? 'declarations.edit' : 'declarations.add')} onClose={onClose}>
      <Wide>
        <CustomerPicker name="customer_id" label={t('declaration.customer')} withAsterisk required />
      </Wide>
      <Wide>
        <TextField name="protocol" label={t('declaration.protocol')} required maxLength={60} />
      </Wide>
      <DayField name="day" label={t('declaration.day')} required />
      <NumberField name="year" label={t('declaration.year')} decimals={0} isUngrouped required />
      <NumberField name="ceiling" label={t('declaration.ceiling')} decimals={2} unit="€" required />
      <Wide>
        <TextAreaField name="notes" label={t('declaration.notes')} />
      </Wide>
      {declaration && (
        <Wide>
          <AuditLabels row={declaration} />
        </Wide>
      )}
    </FormDialog>
  );
}

function EditDeclaration({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('registry');
  const declaration = useQuery(api.declarationsOfIntent.get.query({ id }));
  const onLost = () => {
    toast.error(t('declarations.loadFailed'));
    onClose();
  };
  return (
    <EntityLoader query={declaration} onFailed={onLost} waiting={null}>
      {(loaded) => <DeclarationForm declaration={loaded} onClose={onClose} />}
    </EntityLoader>
  );
}
