import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api/api.ts';
import { companyToday } from '../../lib/company-day.ts';
import { useFeature } from '../../lib/features.ts';
import { useFormats } from '../../lib/formats.ts';
import { useCan } from '../../lib/session.ts';
import { FigureLink } from './FigureLink.tsx';
import classes from './home.module.css';

const SCREEN = '/operazioni/proposte?due=today';

/** The number of purchase proposals that must be ordered today: a call of its own, after the other figures. */
export function ProposalsFigure() {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const isShown = useFeature('proposals');
  const mayRead = useCan()('purchase_orders.read') && isShown;
  const { data } = useQuery({
    ...api.purchaseProposals.list.query({ query: { until: companyToday() } }),
    enabled: mayRead,
  });
  if (!mayRead || !data) return null;
  const count = data.proposals.length;
  return (
    <li data-urgent={count > 0 || undefined}>
      <FigureLink to={SCREEN} className={classes.tile!}>
        <span className={classes.label}>{t('figures.to_order')}</span>
        <span className={classes.count} data-none={count === 0 || undefined}>
          {formats.number(count)}
        </span>
      </FigureLink>
    </li>
  );
}
