import { Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import type { Run } from '@bobina/contract/production/runs.ts';
import type { MachineJob } from '@bobina/contract/production/scheduling.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { DeliveryDay } from '../../../ui/late.tsx';
import { Pairs, type Pair } from '../../../ui/page/Pairs.tsx';
import { RunLink } from '../../../ui/run-links.tsx';
import classes from '../runs.module.css';

/** Shows the job of the open run: product, order, customer, quantities and delivery day. */
export function JobCard({ run, job }: { run: Run; job: MachineJob | undefined }) {
  const { t } = useTranslation('runs');
  const formats = useFormats();
  const unitOf = useUnit();
  const unit = job ? unitOf(job.unit_of_measure) : unitOf(run.outputs[0]?.unit_of_measure ?? 'kg');
  const made = madeOf(run);
  const before = job ? toNumber(decimalOf(job.quantity_to_produce).minus(job.left_quantity).minus(made)) : 0;
  const pairs: Pair[] = [
    ...(run.order_number === null
      ? []
      : ([
          [t('run.order'), <EntityLink key="order" kind="customer_order" id={run.order_id} text={run.order_number} />],
          [t('run.customer'), run.customer_name],
        ] as const)),
    ...(job
      ? ([
          [t('job.quantity'), formats.quantity(job.quantity_to_produce, unit)],
          ...(job.left_quantity === job.quantity_to_produce
            ? []
            : ([[t('job.left'), formats.quantity(job.left_quantity, unit)]] as const)),
          [t('job.delivery'), <DeliveryDay key="delivery" day={job.delivery_date} isLate={job.is_late} />],
        ] as const)
      : []),
    // By other runs and records: what was made and what is left are the whole.
    ...(before > 0 ? ([[t('job.before'), formats.quantity(before, unit, 3)]] as const) : []),
    ...(run.product_id === null ? [] : ([[t('job.made'), formats.quantity(made, unit, 3)]] as const)),
    [t('run.started_at'), formats.instant(run.started_at)],
  ];
  return (
    <section aria-label={t('job.title')} className={classes.job}>
      <h2 className={classes.product}>
        {run.product_id === null ? (
          t('job.none')
        ) : (
          <EntityLink kind="product" id={run.product_id} text={`${run.product_code} · ${run.product_name}`} />
        )}{' '}
        <Badge color="green">
          <RunLink id={run.id} />
        </Badge>
      </h2>
      <Pairs pairs={pairs} label={t('job.title')} />
      {job?.notes && <Text size="sm">{job.notes}</Text>}
    </section>
  );
}

/** What the run made of the product of its job, in the unit of the product. */
function madeOf({ outputs, product_id }: Run): number {
  return toNumber(
    sum(outputs.filter((output) => output.product_id === product_id).map(({ quantity }) => decimalOf(quantity))),
  );
}
