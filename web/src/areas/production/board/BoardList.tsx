import type { Calendar } from '@bobina/contract/production/calendar.rules.ts';
import { machineName } from '../../../ui/machine-name.ts';
import { LaneHead } from './BoardLane.tsx';
import classes from './board.module.css';
import { barsOf, isDelivered } from './geometry.ts';
import { JobFace } from './JobBar.tsx';
import type { Lane } from './moves.ts';
import { PhoneTray, type TraySearch } from './Tray.tsx';
import { isMade, useWords } from './use-words.ts';

interface Props {
  lanes: readonly Lane[];
  /** The lane of the lines to schedule, and their search. */
  tray: TraySearch & { lane: Lane };
  calendar: Calendar;
  /** Hides the jobs of lines that are in time. */
  isLateOnly: boolean;
  onOpen: (scheduling: number) => void;
}

/** Shows the board on narrow screens: the lines to schedule, then the jobs of each machine as a list. A press opens a job, to
 * move it, or the form of a line, to schedule it. */
export function BoardList({ lanes, tray, calendar, isLateOnly, onOpen }: Props) {
  const words = useWords(calendar);
  return (
    <div className={classes.list}>
      <PhoneTray
        bars={barsOf(tray.lane.jobs, calendar, 'days').filter(({ job }) => job.is_late || !isLateOnly)}
        search={tray}
        words={words}
        onOpen={onOpen}
      />
      {lanes.map((lane) => {
        const bars = barsOf(lane.jobs, calendar, 'days');
        return (
          <section key={lane.machine_id} className={classes.group} aria-label={machineName(lane)}>
            <div className={classes.groupHead}>
              <LaneHead lane={lane} words={words} />
            </div>
            <ol>
              {bars
                .filter(({ job }) => job.is_late || !isLateOnly)
                .map((bar) => (
                  <li key={bar.job.scheduling_id}>
                    <button
                      type="button"
                      className={classes.bar}
                      data-job={bar.job.scheduling_id}
                      data-priority={bar.job.item_priority}
                      data-made={isMade(bar) || isDelivered(bar) || undefined}
                      data-running={words.isRunning(bar) || undefined}
                      data-late={bar.late_days > 0 || undefined}
                      onClick={() => onOpen(bar.job.scheduling_id)}
                    >
                      <span className="visually-hidden">{words.name(bar)}</span>
                      <JobFace bar={{ ...bar, width: Infinity }} words={words} />
                    </button>
                  </li>
                ))}
            </ol>
          </section>
        );
      })}
    </div>
  );
}
