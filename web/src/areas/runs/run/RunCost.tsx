import { Alert, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RunCost as Cost } from '@bobina/contract/production/runs.ts';
import { useFormats } from '../../../lib/formats.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { Pairs, type Pair } from '../../../ui/page/Pairs.tsx';
import classes from '../runs.module.css';

/** Shows the cost of a run and the share of each output. Only readers with `costs.read` receive it. */
export function RunCost({ cost }: { cost: Cost }) {
  const { t } = useTranslation('runs');
  const formats = useFormats();
  const money = (amount: number) => formats.money(amount, cost.currency);
  const pairs: Pair[] = [
    [t('cost.material'), money(cost.material)],
    [t('cost.machine'), money(cost.machine)],
    [t('cost.waste_sold'), money(cost.waste_sold)],
    [t('cost.total'), money(cost.total)],
    [t('cost.per_kg'), formats.money(cost.per_kg, cost.currency, 5)],
    ...cost.other.map(({ currency, amount }): Pair => [t('cost.other', { currency }), formats.money(amount, currency)]),
  ];
  return (
    <section aria-label={t('cost.title')} className={classes.part}>
      <Title order={2} fz="md">
        {t('cost.title')}
      </Title>
      <div className={classes.job}>
        <Pairs pairs={pairs} label={t('cost.title')} />
        {cost.partial && (
          <Alert color="yellow" variant="light">
            {t('cost.partial')}
          </Alert>
        )}
      </div>
      {cost.outputs.length > 0 && (
        <ul className={classes.rows} aria-label={t('cost.outputs')}>
          {cost.outputs.map(({ output_id, batch_id, batch_number, cost: part }) => (
            <li key={output_id}>
              <span className={classes.what}>
                <EntityLink kind="batch" id={batch_id} text={batch_number} />
              </span>
              <span className={classes.amount}>{money(part)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
