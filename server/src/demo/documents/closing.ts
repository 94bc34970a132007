import { addDays } from '@bobina/contract/core/dates.ts';
import { dayOf } from '../days.ts';
import { onLastDay } from './on-last-day.ts';

/** The accountant has closed the months before the last five. */
export const closeMonths = onLastDay(async ({ call }) => {
  const until = addDays(`${dayOf(150).slice(0, 7)}-01`, -1);
  await call('POST', '/accounting/periods', { until });
});
