/** The scheduled work of each machine, by week. */
import { sql } from 'kysely';
import { placeJobs } from '@bobina/contract/production/calendar.rules.ts';
import type { MachineLoad } from '@bobina/contract/system/dashboard.ts';
import { readBoards } from '../../areas/production/scheduling-rows.ts';
import { readCalendar } from '../../areas/registry/index.ts';
import type { Db } from '../../platform/database/db.ts';
import { loadWeeks, minutesByWeek } from './machine-load.rules.ts';
import { mondayOf } from './weeks.ts';

const WEEKS = 4;

/** Reads the scheduled minutes of active machines, and of others that have jobs, for the current and three more weeks. */
export async function readMachineLoad(db: Db): Promise<MachineLoad> {
  const calendar = await readCalendar(db);
  const boards = new Map((await readBoards(db)).map((board) => [board.machine_id, board.jobs]));
  const { rows: machines } = await sql<Omit<MachineLoad['machines'][number], 'minutes'>>`
    select id as machine_id, code as machine_code, description as machine_description from machines
    where deleted_at is null and is_active or id = any(${[...boards.keys()]}::integer[])
    order by lower(code) collate "C", id`.execute(db);
  const weeks = loadWeeks(calendar, mondayOf(calendar.today), WEEKS);
  return {
    weeks,
    machines: machines.map((machine) => ({
      ...machine,
      minutes: minutesByWeek(placeJobs(boards.get(machine.machine_id) ?? [], calendar), weeks),
    })),
  };
}
