import type { ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../overlay/Dialog.tsx';
import { EntityForm, FormActions } from './EntityForm.tsx';
import { FieldGrid } from './FormSection.tsx';
import classes from './form.module.css';
import type { EntityForm as Handle } from './use-entity-form.ts';

interface Props {
  /**
   * From `useEntityForm` in the rendering component. Mount that component on opening, so that the form starts fresh.
   */
  handle: Handle;
  title: string;
  onClose: () => void;
  saveLabel?: string;
  savingLabel?: string;
  size?: ModalProps['size'];
  /** Whether the form has lines: Enter then moves to the next field. */
  hasLines?: boolean;
  /** Additional buttons before "cancel". */
  actions?: ReactNode;
  children: ReactNode;
}

/** A form in a dialog. Closing it with unsaved changes asks for confirmation; a failed save keeps it open. */
export function FormDialog({
  handle,
  title,
  onClose,
  saveLabel,
  savingLabel,
  size = 'lg',
  hasLines = false,
  actions,
  children,
}: Props) {
  const close = async () => {
    if ((handle.form.isDirty() || handle.hasOpen()) && !(await handle.askToLeave())) return;
    handle.form.resetDirty(); // prevents a second question from another leave guard
    onClose();
  };
  return (
    <Dialog onClose={() => void close()} title={title} size={size} closeOnClickOutside={false}>
      <div className={classes.inDialog!}>
        <EntityForm handle={handle} hasLines={hasLines} label={title}>
          <FieldGrid>{children}</FieldGrid>
          <FormActions
            handle={handle}
            onCancel={() => void close()}
            {...(saveLabel && { saveLabel })}
            {...(savingLabel && { savingLabel })}
          >
            {actions}
          </FormActions>
        </EntityForm>
      </div>
    </Dialog>
  );
}
