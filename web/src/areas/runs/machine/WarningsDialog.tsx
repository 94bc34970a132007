import { Alert, Button, List, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import classes from '../runs.module.css';

interface Props {
  /** The number of the mounted reel or batch. */
  name: string;
  warnings: readonly string[];
  /** Undoes the mount. */
  onRemove: () => void;
  onClose: () => void;
}

/**
 * Shows the warnings about a reel that was just mounted; the user takes it off again or keeps it. No button has the focus: a
 * second Enter after the scan must not accept the wrong reel.
 */
export function WarningsDialog({ name, warnings, onRemove, onClose }: Props) {
  const { t } = useTranslation('runs');
  return (
    <Dialog onClose={onClose} title={t('warnings.title', { name })} size="lg">
      <Stack>
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle />} role="alert">
          <List>
            {warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        </Alert>
        <div className={classes.foot}>
          <Button
            size="lg"
            onClick={() => {
              onRemove();
              onClose();
            }}
          >
            {t('warnings.remove')}
          </Button>
          <Button variant="default" size="lg" onClick={onClose}>
            {t('warnings.keep')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
