import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PaymentTermInput, type PaymentTerm } from '@bobina/contract/registry/terms.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { EntityForm } from '../../../ui/form/EntityForm.tsx';
import { CheckField } from '../../../ui/form/CheckField.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { fieldsOf, useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { useFocusFirst } from '../../../ui/form/use-focus-first.ts';
import { toast } from '../../../ui/toasts.ts';
import { Instalments } from './Instalments.tsx';
import { Sheet } from '../shared/Sheet.tsx';

const EMPTY_TERM = {
  descrizione: '',
  giorni_differita: 0,
  giorno_fisso_scadenza: 0,
  fine_mese: false,
  instalments: [],
};

/** Shows the form above the table, which adds a term or updates the selected one. */
export function PaymentTermForm({ term, onDone }: { term?: PaymentTerm; onDone: () => void }) {
  const { t } = useTranslation('registry');
  const { t: common } = useTranslation('common');
  const handle = useEntityForm({
    schema: PaymentTermInput,
    initial: term ? fieldsOf(PaymentTermInput, term) : EMPTY_TERM,
    version: term?.version,
    openBy: 'edit',
    save: (input, options): Promise<PaymentTerm> =>
      term ? api.paymentTerms.update({ id: term.id, ...input }, options) : api.paymentTerms.create(input, options),
    onSaved: () => {
      toast.success(t('terms.saved'));
      void queryClient.invalidateQueries({ queryKey: ['paymentTerms'] });
      onDone();
    },
  });
  useFocusFirst(handle, term !== undefined);
  const title = t(term ? 'terms.formEdit' : 'terms.formNew');
  return (
    <EntityForm handle={handle} label={title}>
      <Sheet>
        <Wide>
          <TextField name="descrizione" label={t('term.descrizione')} required maw={620} />
        </Wide>
        <NumberField name="giorni_differita" label={t('term.giorni_differita')} decimals={0} unit={t('terms.days')} />
        <NumberField
          name="giorno_fisso_scadenza"
          label={t('term.giorno_fisso_scadenza')}
          description={t('term.giorno_fissoHint')}
          decimals={0}
        />
        <CheckField name="fine_mese" label={t('term.fine_mese')} mt={{ base: 0, sm: 30 }} />
        <Wide>
          <Instalments />
        </Wide>
        <Wide>
          <Group justify="flex-end" gap="sm">
            {term && (
              <Button variant="default" onClick={onDone}>
                {common('action.cancel')}
              </Button>
            )}
            <Button type="submit" loading={handle.isSaving} aria-keyshortcuts="Control+S">
              {t(term ? 'terms.update' : 'terms.add')}
            </Button>
          </Group>
        </Wide>
      </Sheet>
    </EntityForm>
  );
}
