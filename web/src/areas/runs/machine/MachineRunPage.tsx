import { Skeleton, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { arriveAt } from '../../../ui/focus/keep-focus.ts';
import { LinkButton } from '../../../ui/link.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { EmptyState, LoadFailed } from '../../../ui/table/TableStates.tsx';
import classes from '../runs.module.css';
import { IdleMachine } from './IdleMachine.tsx';
import { RunningMachine } from './RunningMachine.tsx';
import { useMachineRun } from './use-machine-run.ts';

const LIST = '/produzione/lavorazioni';

/** Shows a machine at work, for a tablet beside it: its run with the reels on it, or its next jobs. */
function MachineRunPage() {
  const { t } = useTranslation('runs');
  const { code = '' } = useParams({ strict: false }) as { code?: string };
  const state = useMachineRun(code);
  const { machine, run } = state;
  const isIdle = state.isReady && !run;
  const runId = run?.id;
  const previous = useRef<number>(undefined);
  useEffect(() => {
    // A second Enter after the end of a run must not open a link of the next job.
    if (isIdle && previous.current !== undefined) arriveAt(`ended ${previous.current}`);
    if (isIdle || runId !== undefined) previous.current = runId;
  }, [isIdle, runId]);
  return (
    <Page
      title={machine ? machine.code : code}
      subtitle={machine?.description}
      actions={
        <LinkButton to={machine ? `${LIST}?machine_id=${machine.id}` : LIST} variant="default">
          {t('machine.runs')}
        </LinkButton>
      }
    >
      <div className={classes.machine}>
        {state.error !== null && <LoadFailed error={state.error} onRetry={state.retry} />}
        {state.isMissing && (
          <EmptyState
            title={t('machine.missing', { code })}
            action={<LinkButton to={LIST}>{t('machine.runs')}</LinkButton>}
          />
        )}
        {state.error === null && !state.isMissing && !state.isReady && (
          <Stack aria-busy>
            {[120, 80, 160].map((height) => (
              <Skeleton key={height} h={height} radius="lg" />
            ))}
          </Stack>
        )}
        {machine && state.isReady && run && (
          <RunningMachine
            key={run.id}
            run={run}
            job={state.jobs.find(({ scheduling_id }) => scheduling_id === run.scheduling_id)}
          />
        )}
        {machine && isIdle && <IdleMachine machine={machine} jobs={state.jobs} last={state.last} />}
      </div>
    </Page>
  );
}
export default MachineRunPage;
