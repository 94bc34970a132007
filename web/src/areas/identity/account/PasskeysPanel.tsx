import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Passkey } from '@bobina/contract/identity/second-factor.ts';
import { api } from '../../../lib/api/api.ts';
import { problemText } from '../../../lib/api/problem.ts';
import { useFormats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { toast } from '../../../ui/toasts.ts';
import { withPresence } from '../presence/with-presence.ts';
import { AccountPanel } from './AccountPanel.tsx';

/** Adds and removes passkeys of the user. Without PUBLIC_URL it shows a notice instead. @param onChanged after either */
export function PasskeysPanel({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation('identity');
  const { instant } = useFormats();
  const methods = useQuery(api.auth.methods.query());
  const passkeys = useQuery(api.auth.passkeys.query());
  if (!methods.data || !passkeys.data) return null;
  if (!methods.data.passkey)
    return (
      <AccountPanel title={t('passkeys.title')} hint={t('passkeys.hint')}>
        <Alert variant="light" icon={<IconInfoCircle />}>
          {t('passkeys.off')}
        </Alert>
      </AccountPanel>
    );
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: api.auth.passkeys.key });
    onChanged();
  };
  const remove = async ({ id, name }: Passkey) => {
    const sure = await confirm({
      title: t('passkeys.remove'),
      message: t('passkeys.removeConfirm', { name }),
      confirmLabel: t('passkeys.remove'),
      danger: true,
    });
    if (!sure) return;
    try {
      await withPresence(() => api.auth.removePasskey({ id }));
      toast.success(t('passkeys.removed'));
    } catch (error) {
      toast.problem(error, t('totp.failed'));
    } finally {
      await refresh();
    }
  };
  return (
    <AccountPanel title={t('passkeys.title')} hint={t('passkeys.hint')}>
      {passkeys.data.length > 0 && (
        <PlainTable
          label={t('passkeys.title')}
          minWidth={480}
          heads={[
            { label: t('passkeys.name') },
            { label: t('passkeys.created_at') },
            { label: t('sessions.last_used_at') },
            { label: t('passkeys.remove') },
          ]}
        >
          {passkeys.data.map((row) => (
            <tr key={row.id}>
              <td>{row.name}</td>
              <td data-whole>{instant(row.created_at)}</td>
              <td data-whole>{instant(row.last_used_at)}</td>
              <td>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`${t('passkeys.remove')}: ${row.name}`}
                  onClick={() => void remove(row)}
                >
                  {t('passkeys.remove')}
                </Button>
              </td>
            </tr>
          ))}
        </PlainTable>
      )}
      <NewPasskey
        onAdded={() => {
          toast.success(t('passkeys.added'));
          void refresh();
        }}
      />
    </AccountPanel>
  );
}

/** Asks for a name and lets the browser create the passkey. */
function NewPasskey({ onAdded }: { onAdded: () => void }) {
  const { t } = useTranslation('identity');
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setProblem(t('passkeys.missing'));
    setWaiting(true);
    setProblem(null);
    try {
      const { createPasskey } = await import('../passkey-device.ts');
      const response = await createPasskey(await withPresence(() => api.auth.passkeyOptions()));
      await withPresence(() => api.auth.addPasskey({ body: { name, response } }));
      setName('');
      onAdded();
    } catch (error) {
      setProblem(problemText(error, t('passkeys.addFailed')));
    } finally {
      setWaiting(false);
    }
  };
  return (
    <form onSubmit={(event) => void add(event)} noValidate aria-label={t('passkeys.add')}>
      <Stack gap="xs">
        <Text size="sm">{t('passkeys.nameHint')}</Text>
        <Group align="flex-end">
          <TextInput
            label={t('passkeys.name')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={problem}
            maxLength={100}
            required
          />
          <Button type="submit" variant="default" loading={isWaiting}>
            {t('passkeys.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
