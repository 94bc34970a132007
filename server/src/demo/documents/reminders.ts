import type { AgingRow } from '@bobina/contract/sales/receivables.ts';
import type { Topic } from './topic.ts';

/**
 * In the first week of a month the largest debtor of each step is reminded, firmer by the delay; today's reminder is a
 * draft.
 */
export const remindCustomers: Topic =
  async ({ call }) =>
  async ({ weekday, day, daysAgo }) => {
    const isMonthly = weekday === 1 && Number(day.slice(8)) <= 7;
    if (!isMonthly && daysAgo > 0) return;
    const rows = await call<AgingRow[]>('GET', '/aging?sort=-total');
    const late = rows.filter(({ total, not_due }) => total > not_due);
    for (const [step, [debtor]] of Map.groupBy(late, stepOf)) {
      const { id } = await call<{ id: number }>('POST', '/reminders', { customer_id: debtor!.customer_id, step });
      if (daysAgo === 0) break;
      await call('PUT', `/reminders/${id}/sent`);
    }
  };

function stepOf({ older, days_90, days_60 }: AgingRow): 1 | 2 | 3 {
  if (older + days_90 > 0) return 3;
  return days_60 > 0 ? 2 : 1;
}
