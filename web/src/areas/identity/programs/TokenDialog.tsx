import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Capability } from '@bobina/contract/core/permissions.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useUser } from '../../../lib/session.ts';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { toast } from '../../../ui/toasts.ts';
import { withPresence } from '../presence/with-presence.ts';
import { capabilityName } from './capability-name.ts';
import { CheckList } from './CheckList.tsx';
import classes from './programs.module.css';
import FullSelect from '../../../ui/form/FullSelect.tsx';

const DAYS = [30, 90, 180, 365];
const DAY_MS = 24 * 60 * 60 * 1000;

interface Props {
  onClose: () => void;
  /** Called with the token, which is answered once. */
  onCreated: (token: string) => void;
}

/** Creates a service token with the chosen capabilities. */
export function TokenDialog({ onClose, onCreated }: Props) {
  const { t } = useTranslation('identity');
  const { t: common } = useTranslation();
  const offered = useUser()?.permissions ?? [];
  const [name, setName] = useState('');
  const [days, setDays] = useState(String(DAYS[1]));
  const [capabilities, setCapabilities] = useState<string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const create = async () => {
    setBusy(true);
    try {
      const expires_at = new Date(Date.now() + Number(days) * DAY_MS).toISOString();
      const body = { name, capabilities: capabilities as Capability[], expires_at };
      const { token } = await withPresence(() => api.tokens.create({ body }));
      void queryClient.invalidateQueries({ queryKey: ['tokens'] });
      onCreated(token ?? '');
    } catch (error) {
      toast.problem(error, t('tokens.failed'));
    } finally {
      setBusy(false);
    }
  };
  const reading = offered.filter((capability) => capability.endsWith('.read'));
  return (
    <Dialog title={t('tokens.add')} onClose={onClose} size="xl">
      <Stack>
        <TextInput
          label={t('tokens.name')}
          description={t('tokens.nameHint')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={200}
        />
        <FullSelect
          label={t('tokens.valid')}
          data={DAYS.map((count) => ({ value: String(count), label: t('tokens.days', { shown: String(count) }) }))}
          value={days}
          onChange={(value) => setDays(value ?? days)}
          allowDeselect={false}
        />
        <CheckList
          label={t('tokens.capabilities')}
          options={offered.map((capability) => ({ value: capability, label: capabilityName(t, capability) }))}
          value={capabilities}
          onChange={setCapabilities}
        >
          <Button size="compact-sm" variant="default" onClick={() => setCapabilities(reading)}>
            {t('tokens.onlyRead')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setCapabilities([...offered])}>
            {t('tokens.everything')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setCapabilities([])}>
            {t('programs.none')}
          </Button>
        </CheckList>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button
            loading={isBusy}
            disabled={name.trim() === '' || capabilities.length === 0}
            onClick={() => void create()}
          >
            {t('tokens.create')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
