import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Movement, MovementInput } from '@bobina/contract/stock/movements.ts';
import { EntityForm, FormActions } from '../../../ui/form/EntityForm.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { useFocusFirst } from '../../../ui/form/use-focus-first.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { toast } from '../../../ui/toasts.ts';
import { LIST, refreshStock } from './calls.ts';
import { explained, movementSchemaFor, valuesOf, type Known, type TypedMovement } from './movement-form.ts';
import { MovementFields } from './MovementFields.tsx';
import { usePrintMovement } from './use-print-movement.ts';

interface Props {
  /** The movement to change; absent for a new one. */
  movement?: Movement;
  initial: Partial<TypedMovement>;
  save: Parameters<typeof useEntityForm<typeof MovementInput, Movement>>[0]['save'];
}

/** Shows the form of a new or existing manual movement. Saving and cancelling return to the list. */
export function MovementForm({ movement, initial, save }: Props) {
  const { t } = useTranslation('stock');
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const [known, setKnown] = useState<Known>({});
  const schema = useMemo(() => movementSchemaFor(known), [known]);
  const handle = useEntityForm({
    schema,
    initial,
    version: movement?.version,
    save: async (input, options) => {
      try {
        return await save(input, options);
      } catch (error) {
        throw explained(error);
      }
    },
    read: (entity) => valuesOf(entity as Movement),
    failure: t('movements.saveFailed'),
    missing: { destination_warehouse_id: t('movementForm.invalidTransfer') },
    onSaved: (_saved, acts) => {
      toast.success(t(movement ? 'movements.updated' : 'movements.created'), acts);
      refreshStock();
      void navigate({ to: LIST });
    },
  });
  useFocusFirst(handle, !movement);
  const print = usePrintMovement();
  return (
    <Page>
      <EntityForm handle={handle} label={t('movementForm.title')}>
        <MovementFields original={movement} onKnown={setKnown} />
        <FormActions handle={handle} onCancel={() => void navigate({ to: LIST })}>
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} />}
            onClick={() => print(handle.form.getValues() as Partial<TypedMovement>)}
          >
            {common('action.print')}
          </Button>
        </FormActions>
      </EntityForm>
    </Page>
  );
}
