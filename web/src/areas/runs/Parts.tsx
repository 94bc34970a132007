/** The inputs, outputs and wastes of a run as lists that fit a phone, each row with its buttons. */
import { Badge, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunInput, RunOutput, RunWaste } from '@bobina/contract/production/runs.ts';
import { useFormats } from '../../lib/formats.ts';
import { useUnit } from '../../lib/use-unit.ts';
import { EntityLink } from '../../ui/entity-link.tsx';
import classes from './runs.module.css';

/** A list under a heading. @param none shown while it has no rows */
export function Part({ title, none, rows }: { title: string; none: string; rows: readonly ReactNode[] }) {
  return (
    <section aria-label={title} className={classes.part}>
      <Title order={2} fz="md">
        {title}
      </Title>
      {rows.length === 0 ? <Text c="dimmed">{none}</Text> : <ul className={classes.rows}>{rows}</ul>}
    </section>
  );
}

/** Shows the inputs of a run: their times on the machine and their booked quantities. @param acts the buttons of a row */
export function Inputs({
  title,
  none,
  rows,
  acts,
}: {
  title: string;
  none: string;
  rows: readonly RunInput[];
  acts?: (row: RunInput) => ReactNode;
}) {
  const { t } = useTranslation('runs');
  const formats = useFormats();
  const unitOf = useUnit();
  return (
    <Part
      title={title}
      none={none}
      rows={rows.map((row) => (
        <li key={row.id}>
          <div className={classes.what}>
            <EntityLink kind={row.is_reel ? 'reel' : 'batch'} id={row.batch_id} text={row.batch_number} /> ·{' '}
            <EntityLink kind="product" id={row.product_id} text={row.product_code} />
            <Text size="sm" c="dimmed">
              {[row.mounted_at, ...(row.dismounted_at === null ? [] : [row.dismounted_at])]
                .map(formats.instant)
                .join(' – ')}
            </Text>
          </div>
          <span className={classes.amount}>
            {row.quantity === null ? (
              <Badge color="blue">{t('input.mounted')}</Badge>
            ) : (
              [
                formats.quantity(row.quantity, unitOf(row.unit_of_measure), 3),
                ...(row.unit_of_measure === 'kg' ? [] : [formats.quantity(row.kg, 'kg', 3)]),
              ].join(' · ')
            )}
          </span>
          {acts?.(row)}
        </li>
      ))}
    />
  );
}

/** Shows the outputs of a run. @param acts the buttons of a row */
export function Outputs({ rows, acts }: { rows: readonly RunOutput[]; acts?: (row: RunOutput) => ReactNode }) {
  const { t } = useTranslation('runs');
  const formats = useFormats();
  const unitOf = useUnit();
  return (
    <Part
      title={t('outputs.title')}
      none={t('outputs.none')}
      rows={rows.map((row) => (
        <li key={row.id}>
          <div className={classes.what}>
            {row.batch_number !== null && (
              <>
                <EntityLink kind="batch" id={row.batch_id} text={row.batch_number} /> ·{' '}
              </>
            )}
            <EntityLink kind="product" id={row.product_id} text={row.product_code} />
            <Text size="sm" c="dimmed">
              {formats.instant(row.to_at)}
            </Text>
          </div>
          <span className={classes.amount}>
            {[
              formats.quantity(row.quantity, unitOf(row.unit_of_measure), 3),
              ...(row.unit_of_measure === 'kg'
                ? []
                : [row.kg === null ? t('outputs.noWeight') : formats.quantity(row.kg, 'kg', 3)]),
            ].join(' · ')}
          </span>
          {acts?.(row)}
        </li>
      ))}
    />
  );
}

/** Shows the wastes of a run. @param acts the buttons of a row */
export function Wastes({ rows, acts }: { rows: readonly RunWaste[]; acts?: (row: RunWaste) => ReactNode }) {
  const { t } = useTranslation('runs');
  const formats = useFormats();
  return (
    <Part
      title={t('wastes.title')}
      none={t('wastes.none')}
      rows={rows.map((row) => (
        <li key={row.id}>
          <div className={classes.what}>
            {[
              t(`wasteKind.${row.kind}`),
              row.batch_number !== null && t('wastes.remnant', { reel: row.batch_number }),
              row.reason,
            ]
              .filter(Boolean)
              .join(' · ')}
            <Text size="sm" c="dimmed">
              {[formats.instant(row.at), row.by_name].filter(Boolean).join(' · ')}
            </Text>
          </div>
          <span className={classes.amount}>{formats.quantity(row.kg, 'kg', 3)}</span>
          {acts?.(row)}
        </li>
      ))}
    />
  );
}
