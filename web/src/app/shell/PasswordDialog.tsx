import { useTranslation } from 'react-i18next';
import { PasswordChange } from '@bobina/contract/identity/auth.ts';
import { api } from '../../lib/api/api.ts';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useEntityForm } from '../../ui/form/use-entity-form.ts';
import { toast } from '../../ui/toasts.ts';

/** Changes the user's own password. The server ends the user's other sessions. */
function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('app');
  const handle = useEntityForm({
    schema: PasswordChange,
    initial: { current_password: '', new_password: '' },
    save: ({ body }) => api.auth.changePassword({ body }),
    onSaved: () => {
      toast.success(t('password.changed'));
      onClose();
    },
  });
  return (
    <FormDialog handle={handle} title={t('shell.changePassword')} onClose={onClose} size="md">
      <PasswordField
        name="current_password"
        label={t('password.current')}
        autoComplete="current-password"
        data-autofocus
      />
      <PasswordField
        name="new_password"
        label={t('password.new')}
        description={t('password.hint')}
        autoComplete="new-password"
      />
    </FormDialog>
  );
}
export default PasswordDialog;
