import { Alert, Badge, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RunBalance } from '@bobina/contract/production/runs.ts';
import { useFormats } from '../../lib/formats.ts';
import { Pairs } from '../../ui/page/Pairs.tsx';
import classes from './runs.module.css';

/** Shows the mass balance of a run, and warns if too much is unexplained. */
export function Balance({ balance }: { balance: RunBalance }) {
  const { t } = useTranslation('runs');
  const formats = useFormats();
  const kg = (value: number | null) => formats.quantity(value, 'kg', 3);
  return (
    <>
      <Pairs
        label={t('balance.title')}
        pairs={[
          [t('balance.input_kg'), kg(balance.input_kg)],
          [t('balance.good_kg'), kg(balance.good_kg)],
          [t('balance.waste_kg'), kg(balance.waste_kg)],
          [t('balance.unexplained_kg'), <Unexplained key="unexplained" balance={balance} />],
          [t('balance.yield_percent'), formats.percent(balance.yield_percent)],
        ]}
      />
      {balance.warning && (
        <Alert color="yellow" variant="light" mt="sm" icon={<IconAlertTriangle />}>
          {(balance.unexplained_kg ?? 0) < 0
            ? t('balance.tooMuch')
            : t('balance.warning', { percent: formats.number(balance.unexplained_percent, 3) })}
        </Alert>
      )}
      {!balance.closed && (
        <Alert color="gray" variant="light" mt="sm">
          {t('balance.notClosed')}
        </Alert>
      )}
    </>
  );
}

/** The balance of a run under its heading. */
export function BalancePart({ balance }: { balance: RunBalance }) {
  const { t } = useTranslation('runs');
  return (
    <section aria-label={t('balance.title')} className={classes.part}>
      <Title order={2} fz="md">
        {t('balance.title')}
      </Title>
      <div className={classes.job}>
        <Balance balance={balance} />
      </div>
    </section>
  );
}

/** The unexplained weight of a run, marked if it is above the limit of the settings. */
export function Unexplained({ balance }: { balance: RunBalance }) {
  const { t } = useTranslation('runs');
  const formats = useFormats();
  const shown = formats.quantity(balance.unexplained_kg, 'kg', 3);
  if (!balance.warning) return <>{shown}</>;
  return (
    <Badge
      color="yellow"
      leftSection={<IconAlertTriangle size={12} aria-hidden />}
      aria-label={t('balance.marked', { kg: shown })}
    >
      {shown}
    </Badge>
  );
}
