import { Badge, Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MachineJob } from '@bobina/contract/production/scheduling.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { LateBadge } from '../../../ui/late.tsx';
import classes from '../runs.module.css';

/** Jobs that are offered at first. */
const OFFERED = 5;

interface Props {
  jobs: readonly MachineJob[];
  isBusy: boolean;
  /** @param scheduling null for a run without a job */
  onStart: (scheduling: number | null) => void;
}

/** Offers the next jobs of the board while no run is open; one press starts the run. */
export function StartRun({ jobs: board, isBusy, onStart }: Props) {
  const { t } = useTranslation('runs');
  const formats = useFormats();
  const unitOf = useUnit();
  const [isWhole, setWhole] = useState(false);
  const isMade = ({ left_quantity }: MachineJob) => left_quantity === 0;
  // A job that is made waits until its line is complete; what is still to make comes first.
  const jobs = [...board.filter((job) => !isMade(job)), ...board.filter(isMade)];
  const shown = isWhole ? jobs : jobs.slice(0, OFFERED);
  return (
    <section aria-label={t('start.title')} className={classes.part}>
      <Title order={2} fz="lg">
        {t('start.title')}
      </Title>
      {jobs.length === 0 && <Text c="dimmed">{t('start.noJobs')}</Text>}
      <ol className={classes.cards}>
        {shown.map((job, index) => (
          <li key={job.scheduling_id} className={classes.card}>
            <div>
              <div className={classes.cardHead}>
                <EntityLink kind="product" id={job.product_id} text={job.code} />
                <span>
                  {isMade(job) && <Badge color="gray">{t('start.made')}</Badge>}{' '}
                  {formats.quantity(job.left_quantity, unitOf(job.unit_of_measure))}
                  {job.left_quantity < job.quantity_to_produce &&
                    ` ${t('start.of', { whole: formats.quantity(job.quantity_to_produce, unitOf(job.unit_of_measure)) })}`}
                </span>
              </div>
              <Text>{job.product_name}</Text>
              <Text size="sm" c="dimmed" component="div">
                <EntityLink kind="customer_order" id={job.order_id} text={job.order_number} /> ·{' '}
                <EntityLink kind="customer" id={job.customer_id} text={job.customer_name} />
              </Text>
              <Text size="sm" component="div">
                {t('start.delivery', { day: formats.day(job.delivery_date) })}{' '}
                {job.is_late && <LateBadge day={job.delivery_date} />}
              </Text>
            </div>
            <Button
              size="lg"
              variant={index === 0 && !isMade(job) ? 'filled' : 'default'}
              loading={isBusy}
              aria-label={t('start.named', { order: job.order_number, product: job.code })}
              onClick={() => onStart(job.scheduling_id)}
            >
              {t('start.action')}
            </Button>
          </li>
        ))}
      </ol>
      <div className={classes.cardActs}>
        {shown.length < jobs.length && (
          <Button variant="subtle" onClick={() => setWhole(true)}>
            {t('start.all', { shown: formats.number(jobs.length) })}
          </Button>
        )}
        <Button size="lg" variant="default" loading={isBusy} onClick={() => onStart(null)}>
          {t('start.without')}
        </Button>
      </div>
    </section>
  );
}
