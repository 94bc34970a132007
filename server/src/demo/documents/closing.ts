import { addDays } from '@bobina/contract/core/dates.ts';
import { dayOf } from '../days.ts';
import { today } from './today.ts';

/** The accountant has closed the months before the last five. */
export const closeMonths = today(async ({ call }) => {
  const until = addDays(`${dayOf(150).slice(0, 7)}-01`, -1);
  await call('POST', '/accounting/periods', { until });
});
