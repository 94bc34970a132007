import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { companyToday } from '../../lib/company-day.ts';
import { useFeature } from '../../lib/features.ts';
import { useCan } from '../../lib/session.ts';
import { dayFigure, type DayFigure } from './figures-of-role.ts';

const SCREEN = '/operazioni/proposte?due=today';

/**
 * The number of purchase proposals that must be ordered today: a call of its own, after the other figures. Empty until it
 * is answered, and for roles that do not see it.
 */
export function useToOrder(): DayFigure[] {
  const isShown = useFeature('proposals');
  const mayRead = useCan()('purchase_orders.read') && isShown;
  const { data } = useQuery({
    ...api.purchaseProposals.list.query({ query: { until: companyToday() } }),
    enabled: mayRead,
  });
  return mayRead && data ? [dayFigure('to_order', { count: data.proposals.length, screen: SCREEN })] : [];
}
