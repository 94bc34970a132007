import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../overlay/Dialog.tsx';
import { useLayerHandler } from '../overlay/use-layer.ts';
import classes from './form.module.css';
import { FieldChecksContext } from './field-checks.ts';
import { FormContext } from './form-context.ts';
import type { EntityForm as Handle } from './use-entity-form.ts';

/** The form element around fields: Enter, Ctrl-S and Ctrl-Enter save; a failure stands on top and can be retried. */
export function EntityForm({ handle, children, label }: { handle: Handle; children: ReactNode; label?: string }) {
  const { element, submit } = handle;
  useLayerHandler('save', submit);
  return (
    <FormContext value={handle.form}>
      <form
        ref={element}
        noValidate
        aria-label={label}
        className={classes.form!}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          submit();
        }}
      >
        {handle.problem && (
          <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert">
            {handle.problem}
          </Alert>
        )}
        <FieldChecksContext value={handle.checks}>
          <Stack gap="md">{children}</Stack>
        </FieldChecksContext>
      </form>
      <StaleDialog handle={handle} />
    </FormContext>
  );
}

/** Cancel and save, at the foot of a form, always in sight. */
export function FormActions({
  handle,
  onCancel,
  saveLabel,
  savingLabel,
  children,
}: {
  handle: Handle;
  onCancel: () => void;
  saveLabel?: string;
  /** Written on the button while it saves, in place of the dots. */
  savingLabel?: string;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div className={classes.actions}>
      {children}
      <Button variant="default" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
      <Button
        type="submit"
        {...(savingLabel ? { disabled: handle.isSaving } : { loading: handle.isSaving })}
        aria-keyshortcuts="Control+S"
      >
        {handle.isSaving && savingLabel ? savingLabel : (saveLabel ?? t('action.save'))}
      </Button>
    </div>
  );
}

/** Somebody was faster: take theirs, or put one's own over it. */
function StaleDialog({ handle }: { handle: Handle }) {
  const { t } = useTranslation();
  const { modified_by_name: name } = (handle.stale ?? {}) as { modified_by_name?: string | null };
  return (
    <Dialog opened={handle.stale !== null} onClose={handle.dismissStale} title={t('form.staleTitle')} zIndex={300}>
      <Text>{t('form.stale', { name: name ?? t('form.someone') })}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={handle.dismissStale}>
          {t('action.cancel')}
        </Button>
        <Button variant="default" onClick={handle.takeCurrent}>
          {t('form.staleReload')}
        </Button>
        <Button color="red.8" onClick={handle.overwrite}>
          {t('form.staleOverwrite')}
        </Button>
      </Group>
    </Dialog>
  );
}
