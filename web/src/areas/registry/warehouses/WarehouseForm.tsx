import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { WarehouseInput, type Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { EntityForm, FormActions } from '../../../ui/form/EntityForm.tsx';
import { CheckField } from '../../../ui/form/CheckField.tsx';
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { fieldsOf, useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { useFocusFirst } from '../../../ui/form/use-focus-first.ts';
import { NotesButton } from '../../../ui/notes/NotesButton.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { toast } from '../../../ui/toasts.ts';
import { AuditLabels } from '../shared/AuditLabels.tsx';
import { Sheet } from '../shared/Sheet.tsx';

export const WAREHOUSES = '/anagrafica/magazzini';

interface Props {
  warehouse?: Warehouse;
  save: Parameters<typeof useEntityForm<typeof WarehouseInput, Warehouse>>[0]['save'];
}

/** Shows the form of a new or existing warehouse. Saving returns to the list. */
export function WarehouseForm({ warehouse, save }: Props) {
  const { t } = useTranslation('registry');
  const navigate = useNavigate();
  const toList = () => void navigate({ to: WAREHOUSES });
  const handle = useEntityForm({
    schema: WarehouseInput,
    initial: warehouse ? fieldsOf(WarehouseInput, warehouse) : { name: '', description: '', is_active: true },
    version: warehouse?.version,
    save,
    onSaved: ({ name }) => {
      toast.success(t('warehouses.saved', { name }));
      void queryClient.invalidateQueries({ queryKey: ['warehouses'] });
      toList();
    },
  });
  useFocusFirst(handle, !warehouse);
  return (
    <Page
      title={warehouse?.name}
      actions={warehouse && <NotesButton entity="warehouses" id={warehouse.id} name={warehouse.name} />}
    >
      <EntityForm handle={handle} label={warehouse?.name ?? t('warehouses.add')}>
        <Sheet>
          <Wide>
            <TextField name="name" label={t('warehouse.name')} required maw={480} />
          </Wide>
          <Wide>
            <TextAreaField name="description" label={t('warehouse.description')} />
          </Wide>
          <Wide>
            <CheckField name="is_active" label={t('warehouse.is_active')} description={t('warehouse.is_activeHint')} />
          </Wide>
        </Sheet>
        {warehouse && <AuditLabels row={warehouse} />}
        <FormActions handle={handle} onCancel={toList} />
      </EntityForm>
    </Page>
  );
}
