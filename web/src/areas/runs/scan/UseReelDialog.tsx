import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WithWarnings } from '@bobina/contract/core/endpoint.ts';
import type { RunInput, RunSummary } from '@bobina/contract/production/runs.ts';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import { api } from '../../../lib/api/api.ts';
import { machineName } from '../../../ui/machine-name.ts';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { ReturnDialog } from '../machine/ReturnDialog.tsx';
import { mountedInputs } from '../machine/resolve-scan.ts';
import { WarningsDialog } from '../machine/WarningsDialog.tsx';
import { Refusal } from '../Refusal.tsx';
import classes from '../runs.module.css';
import { useAct } from '../use-act.ts';

interface Props {
  reel: Reel;
  onClose: () => void;
}

/** Mounts a reel on a machine with an open run, or returns a mounted one. */
export function UseReelDialog(props: Props) {
  // What the reel was when the dialog opened: the act itself changes it.
  const [isMounted] = useState(props.reel.machine_id !== null);
  return isMounted ? <ReturnReel {...props} /> : <MountReel {...props} />;
}

function MountReel({ reel, onClose }: Props) {
  const { t } = useTranslation('runs');
  const { t: common } = useTranslation();
  const runs = useQuery(api.runs.list.query({ query: { open: true, sort: 'machine_code' } }));
  const { act, isBusy, refused } = useAct();
  const [mounted, setMounted] = useState<WithWarnings<RunInput> | null>(null);
  const mount = async ({ id, machine_code }: RunSummary) => {
    const done = await act(() => api.runs.mount({ id, body: { batch_id: reel.batch_id } }), {
      done: () => t('mountOn.done', { name: reel.code, machine: machine_code }),
      undo: (input) => api.runs.removeInput({ id, inputId: input.id }),
      failed: t('mount.failed'),
    });
    if (!done) return;
    if (done.answer.warnings?.length) setMounted(done.answer);
    else onClose();
  };
  if (mounted)
    return (
      <WarningsDialog
        name={reel.code}
        warnings={(mounted.warnings ?? []).map(({ message }) => message)}
        onRemove={() =>
          void act(() => api.runs.removeInput({ id: mounted.run_id, inputId: mounted.id }), {
            done: () => t('takeBack.done', { name: reel.code }),
            failed: t('takeBack.failed'),
          })
        }
        onClose={onClose}
      />
    );
  return (
    <Dialog onClose={onClose} title={t('mountOn.title', { name: reel.code })} size="md">
      <Stack>
        {refused && <Refusal refused={refused} />}
        {runs.error && !runs.data && <LoadFailed error={runs.error} onRetry={() => void runs.refetch()} />}
        {!runs.data && !runs.error && <Skeleton h={120} />}
        {runs.data?.rows.length === 0 && <Text>{t('mountOn.none')}</Text>}
        <div className={classes.choices}>
          {runs.data?.rows.map((run) => (
            <Button key={run.id} size="lg" variant="default" disabled={isBusy} onClick={() => void mount(run)}>
              {[machineName(run), run.order_number, run.product_code].filter(Boolean).join(' · ')}
            </Button>
          ))}
        </div>
        <div className={classes.foot}>
          <Button variant="default" size="md" onClick={onClose}>
            {common('action.cancel')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}

function ReturnReel({ reel, onClose }: Props) {
  const { t } = useTranslation('runs');
  const [machine_id] = useState(reel.machine_id!);
  const runs = useQuery(api.runs.list.query({ query: { machine_id, open: true, limit: 1 } }));
  const id = runs.data?.rows[0]?.id;
  const run = useQuery({ ...api.runs.get.query({ id: id ?? 0 }), enabled: id !== undefined });
  const [found, setFound] = useState<RunInput | null>(null);
  const input = found ?? (run.data && mountedInputs(run.data).find(({ batch_id }) => batch_id === reel.batch_id));
  // The input stays as it was read first, so that the dialog does not vanish when the act changes it.
  if (input && !found) setFound(input);
  if (input) return <ReturnDialog run={{ id: input.run_id }} input={input} onClose={onClose} />;
  const error = runs.error ?? run.error;
  return (
    <Dialog onClose={onClose} title={t('return.title', { reel: reel.code })}>
      {error ? (
        <LoadFailed error={error} onRetry={() => void (runs.error ? runs : run).refetch()} />
      ) : runs.isFetching || run.isFetching ? (
        <Skeleton h={120} />
      ) : (
        <Text>{t('mountOn.gone')}</Text>
      )}
    </Dialog>
  );
}
