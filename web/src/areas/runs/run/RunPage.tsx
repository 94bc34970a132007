import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { round, toNumber } from '@bobina/contract/core/decimal.ts';
import { runMinutes } from '@bobina/contract/production/cost.rules.ts';
import type { Run } from '@bobina/contract/production/runs.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { machineName } from '../../../ui/machine-name.ts';
import { EntityLoader, useIdParameter } from '../../../ui/page/EntityLoader.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { Pairs, type Pair } from '../../../ui/page/Pairs.tsx';
import { MachineRunButton } from '../../../ui/run-links.tsx';
import { toast } from '../../../ui/toasts.ts';
import { BalancePart } from '../Balance.tsx';
import { Inputs, Outputs, Wastes } from '../Parts.tsx';
import { Refusal } from '../Refusal.tsx';
import { mayReopen } from '../reopen.ts';
import classes from '../runs.module.css';
import { useAct } from '../use-act.ts';
import { RunCost } from './RunCost.tsx';

const LIST = '/produzione/lavorazioni';

/** Shows a run: its job, mass balance, inputs, outputs, waste and cost. */
function RunPage() {
  const { t } = useTranslation('runs');
  const navigate = useNavigate();
  const run = useQuery(api.runs.get.query({ id: useIdParameter() }));
  const onLost = () => {
    toast.error(t('run.failed'));
    void navigate({ to: LIST, replace: true });
  };
  return (
    <EntityLoader query={run} onFailed={onLost}>
      {(first) => <RunView run={run.data ?? first} />}
    </EntityLoader>
  );
}
export default RunPage;

function RunView({ run }: { run: Run }) {
  const { t } = useTranslation('runs');
  const formats = useFormats();
  const can = useCan();
  const { act, isBusy, refused } = useAct();
  const reopen = () =>
    void act(() => api.runs.reopen({ id: run.id, body: {} }), {
      done: () => t('reopen.done'),
      failed: t('reopen.failed'),
    });
  const minutes = (value: number | null) => formats.quantity(value, 'min');
  const pairs: Pair[] = [
    [t('run.machine'), <EntityLink key="machine" kind="machine" id={run.machine_id} text={machineName(run)} />],
    [
      t('run.order'),
      <EntityLink
        key="order"
        kind="customer_order"
        id={run.order_id}
        code={run.order_number}
        text={run.order_number}
      />,
    ],
    [t('run.customer'), <EntityLink key="customer" kind="customer" id={run.customer_id} text={run.customer_name} />],
    [t('run.product'), <EntityLink key="product" kind="product" id={run.product_id} text={run.product_code} />],
    [t('run.started_at'), formats.instant(run.started_at)],
    [t('run.ended_at'), run.ended_at === null ? t('run.open') : formats.instant(run.ended_at)],
    [t('run.setup_minutes'), minutes(run.setup_minutes)],
    [t('run.run_minutes'), minutes(run.run_minutes ?? workedMinutes(run))],
    ...(run.notes === null ? [] : ([[t('run.notes'), run.notes]] as const)),
  ];
  return (
    <Page
      title={t('run.number', { id: run.id })}
      subtitle={run.machine_description}
      actions={
        <>
          {mayReopen(run) && can('runs.write') && can('production.load') && (
            <Button variant="default" loading={isBusy} onClick={reopen}>
              {t('reopen.action')}
            </Button>
          )}
          <MachineRunButton code={run.machine_code} />
        </>
      }
    >
      <div className={classes.machine}>
        {refused && <Refusal refused={refused} />}
        <section aria-label={t('run.data')} className={classes.job}>
          <Pairs pairs={pairs} label={t('run.data')} />
        </section>
        <BalancePart balance={run.balance} />
        <Inputs title={t('inputs.title')} none={t('inputs.none')} rows={run.inputs} />
        <Outputs rows={run.outputs} />
        <Wastes rows={run.wastes} />
        {run.cost && <RunCost cost={run.cost} />}
        <Text size="sm" c="dimmed">
          {t('run.by', { name: run.created_by_name ?? '—' })}
        </Text>
      </div>
    </Page>
  );
}

/** Whole minutes from start to end less the setup, with which the cost of a run is computed unless they were typed. */
function workedMinutes(run: Run): number | null {
  if (run.ended_at === null) return null;
  const times = { start: Date.parse(run.started_at), end: Date.parse(run.ended_at) };
  return toNumber(round(runMinutes(run, times), 0));
}
