import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunSummary } from '@bobina/contract/production/runs.ts';
import type { MachineJob } from '@bobina/contract/production/scheduling.ts';
import type { Machine } from '@bobina/contract/registry/places-and-machines.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { RunLink } from '../../../ui/run-links.tsx';
import { dismiss, toast } from '../../../ui/toasts.ts';
import { Refusal } from '../Refusal.tsx';
import { mayReopen } from '../reopen.ts';
import { useAct } from '../use-act.ts';
import { StartRun } from './StartRun.tsx';

interface Props {
  machine: Machine;
  jobs: readonly MachineJob[];
  last: RunSummary | null;
}

/** Shows a machine without an open run: its next jobs, and the run that ended last. */
export function IdleMachine({ machine, jobs, last }: Props) {
  const { t } = useTranslation('runs');
  const formats = useFormats();
  const { act, isBusy, refused } = useAct();
  const refusal = useRef(0);
  useLayerHandler('scan', () => () => {
    dismiss(refusal.current);
    refusal.current = toast.error(t('scan.noRun'));
  });
  // A started run takes the scans.
  useEffect(() => () => dismiss(refusal.current), []);
  const start = (scheduling_id: number | null) =>
    void act(() => api.runs.start({ body: { machine_id: machine.id, scheduling_id } }), {
      done: () => t('start.done'),
      failed: t('start.failed'),
    });
  const reopen = ({ id }: RunSummary) =>
    void act(() => api.runs.reopen({ id, body: {} }), {
      done: () => t('reopen.done'),
      failed: t('reopen.failed'),
    });
  return (
    <>
      {refused && <Refusal refused={refused} />}
      <StartRun jobs={jobs} isBusy={isBusy} onStart={start} />
      {last?.ended_at && (
        <Group>
          <Text component="div">
            {t('machine.last')}: <RunLink id={last.id} />,{' '}
            {t('machine.endedAt', { when: formats.instant(last.ended_at) })}
          </Text>
          {mayReopen(last) && (
            <Button size="md" variant="default" loading={isBusy} onClick={() => reopen(last)}>
              {t('reopen.action')}
            </Button>
          )}
        </Group>
      )}
    </>
  );
}
