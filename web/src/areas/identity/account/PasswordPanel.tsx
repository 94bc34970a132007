import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordChange } from '@bobina/contract/identity/auth.ts';
import { api } from '../../../lib/api/api.ts';
import { EntityForm } from '../../../ui/form/EntityForm.tsx';
import { FieldGrid } from '../../../ui/form/FormSection.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { useFocusFirst } from '../../../ui/form/use-focus-first.ts';
import { toast } from '../../../ui/toasts.ts';
import { AccountPanel } from './AccountPanel.tsx';

interface Props {
  /** The user cannot do anything else before. */
  isRequired: boolean;
  onChanged: () => void;
}

/** Changes the user's own password. A saved change empties the form. */
export function PasswordPanel(props: Props) {
  const [changes, setChanges] = useState(0);
  return (
    <PasswordForm
      key={changes}
      {...props}
      onChanged={() => {
        setChanges((before) => before + 1);
        props.onChanged();
      }}
    />
  );
}

function PasswordForm({ isRequired, onChanged }: Props) {
  const { t } = useTranslation('identity');
  const { t: app } = useTranslation('app');
  const handle = useEntityForm({
    schema: PasswordChange,
    initial: { current_password: '', new_password: '' },
    guardsLeaving: false,
    save: ({ body }) => api.auth.changePassword({ body }),
    onSaved: () => {
      toast.success(app('password.changed'));
      onChanged();
    },
  });
  useFocusFirst(handle, isRequired);
  return (
    <AccountPanel title={t('account.password')}>
      <EntityForm handle={handle} label={t('account.password')}>
        <FieldGrid bare>
          <PasswordField name="current_password" label={app('password.current')} autoComplete="current-password" />
          <PasswordField
            name="new_password"
            label={app('password.new')}
            description={app('password.hint')}
            autoComplete="new-password"
          />
        </FieldGrid>
        <Group>
          <Button type="submit" loading={handle.isSaving} aria-keyshortcuts="Control+S">
            {app('shell.changePassword')}
          </Button>
        </Group>
      </EntityForm>
    </AccountPanel>
  );
}
