import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';

interface Props {
  title: string;
  secret: string;
  onClose: () => void;
}

/** Shows a secret that the server answers once. */
export function SecretDialog({ title, secret, onClose }: Props) {
  const { t } = useTranslation('identity');
  const { t: common } = useTranslation();
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        <Text size="sm">{t('programs.once')}</Text>
        <TextInput label={title} value={secret} readOnly />
        <Group justify="flex-end">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {t(copied ? 'programs.copied' : 'programs.copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{common('action.close')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
