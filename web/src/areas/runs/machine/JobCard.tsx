import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import type { Run, RunNeed } from '@bobina/contract/production/runs.ts';
import type { MachineJob } from '@bobina/contract/production/scheduling.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { DeliveryDay } from '../../../ui/late.tsx';
import { Pairs, type Pair } from '../../../ui/page/Pairs.tsx';
import { RunLink } from '../../../ui/run-links.tsx';
import classes from '../runs.module.css';

/** Shows the job of the open run: product, order, customer, quantities, delivery day, and what to mount. */
export function JobCard({ run, job }: { run: Run; job: MachineJob | undefined }) {
  const { t } = useTranslation('runs');
  const formats = useFormats();
  const unitOf = useUnit();
  const unit = job ? unitOf(job.unit_of_measure) : unitOf(run.outputs[0]?.unit_of_measure ?? 'kg');
  /** The job leaves the board when its line is complete; the line says what was ordered. */
  const line = useQuery({
    ...api.productionItems.get.query({ itemId: run.order_item_id ?? 0 }),
    enabled: !job && run.order_item_id !== null,
  });
  const made = madeOf(run);
  const before = job ? toNumber(decimalOf(job.quantity_to_produce).minus(job.left_quantity).minus(made)) : 0;
  const pairs: Pair[] = [
    ...(run.order_number === null
      ? []
      : ([
          [t('run.order'), <EntityLink key="order" kind="customer_order" id={run.order_id} text={run.order_number} />],
          [
            t('run.customer'),
            <EntityLink key="customer" kind="customer" id={run.customer_id} text={run.customer_name} />,
          ],
        ] as const)),
    ...(job
      ? ([
          [t('job.quantity'), formats.quantity(job.quantity_to_produce, unit)],
          ...(job.left_quantity === job.quantity_to_produce
            ? []
            : ([[t('job.left'), formats.quantity(job.left_quantity, unit)]] as const)),
          [t('job.delivery'), <DeliveryDay key="delivery" day={job.delivery_date} isLate={job.is_late} />],
        ] as const)
      : line.data
        ? ([
            [t('job.ordered'), formats.quantity(line.data.quantity, unit)],
            [
              t('job.delivery'),
              <DeliveryDay key="delivery" day={line.data.delivery_date} isLate={line.data.is_late} />,
            ],
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
      <Pairs
        pairs={pairs}
        wide={run.needs && run.needs.length > 0 ? [t('job.needs'), <Needs key="needs" needs={run.needs} />] : undefined}
        label={t('job.title')}
      />
      {job?.notes && <Text size="sm">{job.notes}</Text>}
    </section>
  );
}

/** The materials to mount, each with the oldest reels in stock that fit. */
function Needs({ needs }: { needs: readonly RunNeed[] }) {
  const { t } = useTranslation('runs');
  const formats = useFormats();
  const unitOf = useUnit();
  return needs.map(({ gsm, film_um, width_mm, is_least_width, colour, reels }) => {
    const width = formats.quantity(width_mm, 'mm', 1);
    const parts = [
      gsm === null ? formats.quantity(film_um, 'µm', 2) : formats.quantity(gsm, 'g/m²', 2),
      ...(width_mm === null ? [] : [is_least_width ? t('job.leastWidth', { width }) : width]),
      ...(colour === null ? [] : [colour]),
    ];
    return (
      <div key={gsm === null ? 'film' : 'paper'}>
        <strong>{parts.join(' · ')}</strong>
        {reels?.length === 0 && <Text c="dimmed">{t('job.noReels')}</Text>}
        {reels && reels.length > 0 && (
          <ol aria-label={t('job.fitting')} className={classes.fitting}>
            {reels.map((reel) => (
              <li key={reel.batch_id}>
                <EntityLink kind="reel" id={reel.batch_id} text={reel.code} />
                {[
                  '',
                  formats.quantity(reel.quantity, unitOf(reel.unit_of_measure), 3),
                  reel.warehouse_name,
                  ...(reel.location === null ? [] : [reel.location]),
                ].join(' · ')}
              </li>
            ))}
          </ol>
        )}
      </div>
    );
  });
}

/** What the run made of the product of its job, in the unit of the product. */
function madeOf({ outputs, product_id }: Run): number {
  return toNumber(
    sum(outputs.filter((output) => output.product_id === product_id).map(({ quantity }) => decimalOf(quantity))),
  );
}
