import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ROLES } from '@bobina/contract/core/permissions.ts';
import { viewFields } from '@bobina/contract/identity/view-fields.ts';
import type { View } from '@bobina/contract/identity/views.ts';
import { api } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { CheckField } from '../form/CheckField.tsx';
import { SelectField, TextField } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { Wide } from '../form/FormSection.tsx';
import { useEntityForm } from '../form/use-entity-form.ts';
import { toast } from '../toasts.ts';
import type { ViewState } from './view-rules.ts';

interface Props {
  list: string;
  current: ViewState;
  /** The view to change; a new one is saved without it. */
  view: View | undefined;
  onClose: () => void;
  onSaved: (view: View) => void;
}
const Fields = z.object(viewFields);

/** Saves the filters, the sort order and the columns of a list under a name, or changes name and sharing of a view. */
export function ViewDialog({ list, current, view, onClose, onSaved }: Props) {
  const { t } = useTranslation('lists');
  const { t: app } = useTranslation('app');
  const handle = useEntityForm({
    schema: Fields,
    initial: view
      ? { name: view.name, shared_with_role: view.shared_with_role, is_start: view.is_start }
      : { name: '', shared_with_role: null, is_start: false },
    version: view?.version,
    guardsLeaving: false,
    save: ({ body, ...rest }, options): Promise<View> =>
      view
        ? api.views.update({ id: view.id, body, ...rest }, options)
        : api.views.create({ body: { ...body, list, state: { ...current } } }, options),
    onSaved: (saved) => {
      toast.success(t('views.saved'));
      // Waits for the new list: the address names the view, which must be known then.
      void queryClient.invalidateQueries({ queryKey: ['views'] }).then(() => onSaved(saved));
    },
  });
  return (
    <FormDialog handle={handle} title={t(view ? 'views.editTitle' : 'views.newTitle')} onClose={onClose}>
      <Wide>
        <TextField name="name" label={t('views.name')} required />
      </Wide>
      <SelectField
        name="shared_with_role"
        label={t('views.share')}
        placeholder={t('views.private')}
        clearable
        data={ROLES.map((role) => ({ value: role, label: app(`roles.${role}`) }))}
      />
      <Wide>
        <CheckField name="is_start" label={t('views.isStart')} />
      </Wide>
    </FormDialog>
  );
}
