import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { isOld, reopenPath, useActs, type Act } from '../../lib/offline/acts.ts';
import { discard, deleteSent, sendAgain, sendAll } from '../../lib/offline/queue.ts';
import { confirm } from '../../ui/overlay/confirm.ts';
import { ActRows } from '../../ui/offline/ActRows.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import classes from './pending.module.css';

const COLORS = { waiting: 'yellow', refused: 'red', sent: 'green' } as const;
/** Statuses of refusals that no correction elsewhere can resolve: the document was deleted or is no longer open. */
const FINAL: ReadonlySet<string> = new Set(['NOT_FOUND', 'INVALID_TRANSITION', 'FORBIDDEN']);

/** The list of the user's entries on this device: waiting, refused with the reason and what to do, sent. */
export function PendingDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('offline');
  const formats = useFormats();
  const { own, others } = useActs();
  const isHeld = (act: Act) =>
    own.some(
      (one) =>
        one.seq < act.seq &&
        one.document === act.document &&
        (one.state === 'refused' || (one.state === 'waiting' && isOld(one))),
    );
  return (
    <Dialog title={t('pending.title')} onClose={onClose} size="lg">
      <Stack>
        <Text size="sm" c="dimmed">
          {t('pending.hint')}
        </Text>
        {own.length === 0 && <Text>{t('pending.none')}</Text>}
        {own.length > 0 && (
          <ul className={classes.acts} aria-label={t('pending.title')}>
            {own.map((act) => (
              <PendingAct key={act.seq} act={act} isHeld={isHeld(act)} onLeave={onClose} />
            ))}
          </ul>
        )}
        {others > 0 && <Text>{t('pending.others', { count: others, shown: formats.number(others) })}</Text>}
        <Group justify="flex-end">
          {own.some(({ state }) => state === 'sent') && (
            <Button variant="default" onClick={() => void deleteSent()}>
              {t('pending.clear')}
            </Button>
          )}
          {own.some(({ state }) => state === 'waiting') && (
            <Button onClick={() => void sendAll()}>{t('pending.sendNow')}</Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

function PendingAct({ act, isHeld, onLeave }: { act: Act; isHeld: boolean; onLeave: () => void }) {
  const { t } = useTranslation('offline');
  const formats = useFormats();
  const { history } = useRouter();
  const kind = t(`pending.kind.${act.kind}`);
  const isRefused = act.state === 'refused';
  const asks = act.state === 'waiting' && isOld(act);
  const remove = async () => {
    const message = t('pending.discardText', { kind, name: act.name });
    const title = t('pending.discardTitle');
    if (await confirm({ title, message, confirmLabel: t('pending.discard'), danger: true })) await discard(act);
  };
  return (
    <li className={classes.act}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>
          {kind} · {act.name}
        </Text>
        <Badge flex="none" color={COLORS[act.state]} variant="light">
          {t(`pending.state.${act.state}`)}
        </Badge>
      </Group>
      <ActRows rows={act.rows ?? []} />
      <Text size="sm" c="dimmed">
        {formats.instant(act.created_at)}
      </Text>
      {isRefused && (
        <Text size="sm" c="var(--mantine-color-error)">
          {act.refusal!.message}
        </Text>
      )}
      {isRefused && <Text size="sm">{t(FINAL.has(act.refusal!.code) ? 'pending.gone' : 'pending.fix')}</Text>}
      {asks && <Text size="sm">{t('pending.old')}</Text>}
      {!asks && !isRefused && act.state === 'waiting' && isHeld && <Text size="sm">{t('pending.held')}</Text>}
      {(isRefused || asks) && (
        <Group gap="xs" mt={6}>
          <Button size="compact-sm" variant="default" onClick={() => void sendAgain(act)}>
            {t(asks ? 'pending.sendOld' : 'pending.send')}
          </Button>
          <Button size="compact-sm" onClick={() => (onLeave(), history.push(reopenPath(act)))}>
            {t('pending.open')}
          </Button>
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => void remove()}>
            {t('pending.discard')}
          </Button>
        </Group>
      )}
    </li>
  );
}
