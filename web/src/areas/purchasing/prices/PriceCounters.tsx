import { UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Price } from '@bobina/contract/purchasing/prices.ts';
import { api } from '../../../lib/api/api.ts';
import { EMPTY, useFormats } from '../../../lib/formats.ts';
import classes from './prices.module.css';

interface Props {
  /** The list's other filters: what is counted is what each button shows. */
  query: { q: string; supplier_id: number | undefined };
  status: Price['status'] | undefined;
  onStatus: (status: Price['status'] | undefined) => void;
}

const SHOWN = ['active', 'inactive', 'upcoming'] as const satisfies readonly Price['status'][];

/** How many prices there are, and how many of each status. Each count shows its own. */
export function PriceCounters({ query, status, onStatus }: Props) {
  const { t } = useTranslation('purchasing');
  const formats = useFormats();
  const totals = useQueries({
    queries: [undefined, ...SHOWN].map((counted) => ({
      ...api.prices.list.query({ query: { ...query, ...(counted && { status: counted }), limit: 1 } }),
      placeholderData: keepPreviousData,
    })),
  });
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for fields
    <div role="group" aria-label={t('prices.counters')} className={classes.counters}>
      {[undefined, ...SHOWN].map((counted, index) => (
        <UnstyledButton
          key={counted ?? 'total'}
          className={classes.counter!}
          aria-pressed={status === counted}
          onClick={() => onStatus(counted)}
        >
          <span className={classes.label}>{t(`counters.${counted ?? 'total'}`)}</span>
          <span className={classes.count}>
            {totals[index]?.data ? formats.number(totals[index].data.total) : EMPTY}
          </span>
        </UnstyledButton>
      ))}
    </div>
  );
}
