import type { WorkCalendar } from '@bobina/contract/production/scheduling.ts';
import type { Db } from '../../platform/database/db.ts';
import { companyToday, readSettings } from '../registry/index.ts';

export const readCalendar = async (db: Db): Promise<WorkCalendar> => {
  const { working_hours_per_day, working_days } = await readSettings(db);
  return { today: await companyToday(db), working_hours_per_day, working_days };
};
