import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { Suspense, use, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../lib/session.ts';
import { useLayerHandler } from '../overlay/use-layer.ts';
import { prepared } from '../prepared.tsx';
import classes from './form.module.css';
import { FieldChecksContext } from './field-checks.ts';
import { FormContext, StoredContext } from './form-context.ts';
import { fieldsAfter, focusFirstOf } from './next-field.ts';
import type { EntityForm as Handle } from './use-entity-form.ts';

const DraftNotice = prepared(() => import('./unsaved/DraftNotice.tsx'));
const StaleDialog = prepared(() => import('./unsaved/StaleDialog.tsx'));
const SavedMeanwhile = prepared(() => import('./unsaved/SavedMeanwhile.tsx'));

interface Props {
  handle: Handle;
  children: ReactNode;
  label?: string;
  /** Whether the form has lines. Enter then moves to the next field, so that nobody saves half a document with it. */
  hasLines?: boolean;
}

/** The form element: Enter, Ctrl-S and Ctrl-Enter save. A failure is shown at the top with a retry button. */
export function EntityForm({ handle, children, label, hasLines }: Props) {
  const { element, submit } = handle;
  useLayerHandler('save', submit);
  const user = useUser();
  const stored = use(StoredContext);
  const hasNewer = stored?.version && stored.version > (handle.version ?? Infinity) && stored.modified_by !== user?.id;
  return (
    <FormContext value={handle.form}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the keys of the fields inside */}
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
        onKeyDown={hasLines ? moveByEnter : undefined}
      >
        {handle.draft && (
          <Suspense fallback={null}>
            <DraftNotice handle={handle} />
          </Suspense>
        )}
        {hasNewer && (
          <Suspense fallback={null}>
            <SavedMeanwhile by={stored.modified_by_name} />
          </Suspense>
        )}
        {handle.problem && (
          <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert">
            {handle.problem}
          </Alert>
        )}
        <FieldChecksContext value={handle.checks}>
          <Stack gap="md">{children}</Stack>
        </FieldChecksContext>
      </form>
      {handle.stale && (
        <Suspense fallback={null}>
          <StaleDialog handle={handle} />
        </Suspense>
      )}
    </FormContext>
  );
}

/** The cancel and save buttons, sticky at the foot of a form. */
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
  /** Replaces the loading dots on the button during the save. */
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

/**
 * Moves to the next field of one line. Enter could not leave a field of several lines. Events of a dialog inside the form
 * bubble up here too, and belong to the dialog.
 */
function moveByEnter(event: KeyboardEvent) {
  const { key, target, currentTarget, defaultPrevented, ctrlKey, metaKey, altKey, nativeEvent } = event;
  if (key !== 'Enter' || defaultPrevented || ctrlKey || metaKey || altKey || nativeEvent.isComposing) return;
  if (!(target instanceof HTMLInputElement) || target.form !== currentTarget) return;
  event.preventDefault();
  focusFirstOf(fieldsAfter(target).filter((field) => field.tagName !== 'TEXTAREA'));
}
