import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconMailOff, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { FormSection, Wide } from '../../../ui/form/FormSection.tsx';
import { toast } from '../../../ui/toasts.ts';

/** Whether the server sends mail, and a test message whose state is followed until the server has answered. */
function MailTest() {
  const { t } = useTranslation('mail');
  const status = useQuery(api.mails.status.query());
  const [to, setTo] = useState('');
  const [sent, setSent] = useState<number>();
  const [isBusy, setBusy] = useState(false);
  const row = useQuery({ ...api.outbox.get.query({ id: sent ?? 0 }), enabled: sent !== undefined });
  const send = async () => {
    setBusy(true);
    try {
      setSent((await api.mails.test({ body: { to: to.trim() } })).id);
    } catch (error) {
      toast.problem(error, t('test.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormSection title={t('test.title')} open>
      <Wide>
        {status.data && !status.data.is_configured && (
          <Alert color="yellow" variant="light" icon={<IconMailOff />}>
            {t('test.off')}
          </Alert>
        )}
        {status.data?.is_configured && (
          <Stack gap="sm">
            <Text size="sm">{t('test.on', { from: status.data.from })}</Text>
            <Group align="flex-end">
              <TextInput
                type="email"
                label={t('test.to')}
                value={to}
                onChange={({ currentTarget }) => setTo(currentTarget.value)}
              />
              <Button
                variant="default"
                leftSection={<IconSend size={17} />}
                loading={isBusy}
                disabled={to.trim() === ''}
                onClick={() => void send()}
              >
                {t('test.send')}
              </Button>
            </Group>
            {row.data && (
              <Text size="sm" component="output">
                {[t(`states.${row.data.state}`), row.data.recipients[0]?.message ?? row.data.last_error]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            )}
          </Stack>
        )}
      </Wide>
    </FormSection>
  );
}
export default MailTest;
