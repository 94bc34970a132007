import { UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PriceStatus } from '@bobina/contract/core/price-statuses.ts';
import type { ListCall } from '../../lib/api/client.ts';
import { EMPTY, useFormats } from '../../lib/formats.ts';
import type { PriceRow } from './price-kind.ts';
import classes from './prices.module.css';

interface Props<Row extends PriceRow> {
  call: ListCall<Row>;
  /** The other filters of the list. Each count is the number of rows that its button shows. */
  query: Record<string, unknown>;
  status: PriceStatus | undefined;
  onStatus: (status: PriceStatus | undefined) => void;
}

const SHOWN = ['active', 'inactive', 'upcoming'] as const satisfies readonly PriceStatus[];

/** Shows the number of prices, in total and by status. Each count is a button that filters the list. */
export function PriceCounters<Row extends PriceRow>({ call, query, status, onStatus }: Props<Row>) {
  const { t } = useTranslation();
  const formats = useFormats();
  const totals = useQueries({
    queries: [undefined, ...SHOWN].map((counted) => ({
      ...call.query({ query: { ...query, ...(counted && { status: counted }), limit: 1 } }),
      placeholderData: keepPreviousData,
    })),
  });
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- fieldset is for form fields
    <div role="group" aria-label={t('prices.counters.label')} className={classes.counters}>
      {[undefined, ...SHOWN].map((counted, index) => (
        <UnstyledButton
          key={counted ?? 'total'}
          className={classes.counter!}
          aria-pressed={status === counted}
          onClick={() => onStatus(counted)}
        >
          <span className={classes.label}>{t(`prices.counters.${counted ?? 'total'}`)}</span>
          <span className={classes.count}>
            {totals[index]?.data ? formats.number(totals[index].data.total) : EMPTY}
          </span>
        </UnstyledButton>
      ))}
    </div>
  );
}
