import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MachineInput, type Machine } from '@bobina/contract/registry/places-and-machines.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { CheckField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { fieldsOf, useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { EntityLoader } from '../../../ui/page/EntityLoader.tsx';
import { toast } from '../../../ui/toasts.ts';
import { AuditLabels } from '../shared/AuditLabels.tsx';

const EMPTY_MACHINE = { code: '', description: '', abbreviation: '', area: '', is_active: true };

/** The form of a machine, over the list. */
export function MachineDialog({ id, onClose }: { id: number | 'new'; onClose: () => void }) {
  return id === 'new' ? <MachineForm onClose={onClose} /> : <EditMachine id={id} onClose={onClose} />;
}

function MachineForm({ machine, onClose }: { machine?: Machine; onClose: () => void }) {
  const { t } = useTranslation('registry');
  const handle = useEntityForm({
    schema: MachineInput,
    initial: machine ? fieldsOf(MachineInput, machine) : EMPTY_MACHINE,
    version: machine?.version,
    openBy: 'edit',
    missing: { code: t('machines.codeRequired'), description: t('machines.descriptionRequired') },
    save: (input, options): Promise<Machine> =>
      machine ? api.machines.update({ id: machine.id, ...input }, options) : api.machines.create(input, options),
    onSaved: ({ code }) => {
      toast.success(t('machines.saved', { code }));
      void queryClient.invalidateQueries({ queryKey: ['machines'] });
      onClose();
    },
  });
  return (
    <FormDialog handle={handle} title={t(machine ? 'machines.edit' : 'machines.add')} onClose={onClose}>
      <TextField name="code" label={t('machine.code')} required data-autofocus />
      <TextField name="abbreviation" label={t('machine.abbreviation')} />
      <Wide>
        <TextField name="description" label={t('machine.description')} required />
      </Wide>
      <Wide>
        <TextField name="area" label={t('machine.area')} />
      </Wide>
      <Wide>
        <CheckField name="is_active" label={t('machine.is_active')} />
      </Wide>
      {machine && (
        <Wide>
          <AuditLabels row={machine} />
        </Wide>
      )}
    </FormDialog>
  );
}

function EditMachine({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('registry');
  const machine = useQuery(api.machines.get.query({ id }));
  const onLost = () => {
    toast.error(t('machines.loadFailed'));
    onClose();
  };
  return (
    <EntityLoader query={machine} onFailed={onLost} waiting={null}>
      {(loaded) => <MachineForm machine={loaded} onClose={onClose} />}
    </EntityLoader>
  );
}
