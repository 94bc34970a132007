import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MachineInput, type Machine } from '@bobina/contract/registry/places-and-machines.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useCan } from '../../../lib/session.ts';
import { CheckField } from '../../../ui/form/CheckField.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { EntityForm, FormActions } from '../../../ui/form/EntityForm.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { fieldsOf, useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { EntityLoader } from '../../../ui/page/EntityLoader.tsx';
import { toast } from '../../../ui/toasts.ts';
import { AuditLabels } from '../shared/AuditLabels.tsx';
import { EMPTY_MACHINE } from './new-machine.ts';
import { Sheet } from '../shared/Sheet.tsx';

/** Shows the form of a machine in a dialog. */
export function MachineDialog({ id, onClose }: { id: number | 'new'; onClose: () => void }) {
  return id === 'new' ? <MachineForm onClose={onClose} /> : <EditMachine id={id} onClose={onClose} />;
}

/** Shows the form of a machine as a tab of its page. */
export function MachineSheet({ machine, onClose }: { machine: Machine; onClose: () => void }) {
  const handle = useMachineForm({ machine, onClose, openBy: 'tab' });
  return (
    <EntityForm handle={handle} label={machine.code}>
      <Sheet>
        <MachineFields machine={machine} />
      </Sheet>
      <FormActions handle={handle} onCancel={onClose} />
    </EntityForm>
  );
}

interface MachineFormOptions {
  machine: Machine | undefined;
  onClose: () => void;
  /** The search parameter that keeps the form open. */
  openBy: 'tab' | 'edit';
}

function useMachineForm({ machine, onClose, openBy }: MachineFormOptions) {
  const { t } = useTranslation('registry');
  return useEntityForm({
    schema: MachineInput,
    initial: machine ? fieldsOf(MachineInput, machine) : EMPTY_MACHINE,
    version: machine?.version,
    openBy,
    missing: { code: t('machines.codeRequired'), description: t('machines.descriptionRequired') },
    save: (input, options): Promise<Machine> =>
      machine ? api.machines.update({ id: machine.id, ...input }, options) : api.machines.create(input, options),
    onSaved: ({ code }) => {
      toast.success(t('machines.saved', { code }));
      void queryClient.invalidateQueries({ queryKey: ['machines'] });
      onClose();
    },
  });
}

function MachineForm({ machine, onClose }: { machine?: Machine; onClose: () => void }) {
  const { t } = useTranslation('registry');
  const handle = useMachineForm({ machine, onClose, openBy: 'edit' });
  return (
    <FormDialog handle={handle} title={t(machine ? 'machines.edit' : 'machines.add')} onClose={onClose}>
      <MachineFields machine={machine} isInDialog />
    </FormDialog>
  );
}

function MachineFields({ machine, isInDialog }: { machine?: Machine | undefined; isInDialog?: boolean }) {
  const { t } = useTranslation('registry');
  const mayReadCosts = useCan()('costs.read');
  return (
    <>
      <TextField name="code" label={t('machine.code')} required {...(isInDialog && { 'data-autofocus': true })} />
      <TextField name="abbreviation" label={t('machine.abbreviation')} />
      <Wide>
        <TextField name="description" label={t('machine.description')} required />
      </Wide>
      <Wide>
        <TextField name="area" label={t('machine.area')} />
      </Wide>
      <NumberField name="people" label={t('machine.people')} decimals={0} />
      {mayReadCosts && (
        <NumberField
          name="cost_per_hour"
          label={t('machine.cost_per_hour')}
          description={t('machine.cost_per_hourHint')}
          unit="€"
        />
      )}
      <Wide>
        <CheckField name="is_active" label={t('machine.is_active')} />
      </Wide>
      {machine && (
        <Wide>
          <AuditLabels row={machine} />
        </Wide>
      )}
    </>
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
