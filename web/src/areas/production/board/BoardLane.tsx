import { useDroppable } from '@dnd-kit/core';
import { IconAlertTriangle, IconPlayerPlay } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { machineName } from '../../../ui/machine-name.ts';
import { LinkIcon } from '../../../ui/link.tsx';
import { machineRunPath, useMayOpenRuns } from '../../../ui/run-links.tsx';
import { useFormats } from '../../../lib/formats.ts';
import classes from './board.module.css';
import type { Bar } from './geometry.ts';
import { lateLines } from './late-lines.ts';
import { JobBar } from './JobBar.tsx';
import type { Lane } from './moves.ts';
import type { BoardWords } from './use-words.ts';

/** Shows the machine of a lane, its total time and its number of late lines. */
export function LaneHead({ lane, words }: { lane: Lane; words: BoardWords }) {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const late = lateLines(lane.jobs);
  const mayRun = useMayOpenRuns('runs.write') && lane.is_active;
  return (
    <>
      <div className={classes.machine}>
        <h2 className={classes.code}>
          <EntityLink kind="machine" id={lane.machine_id} text={lane.machine_code} />
          {mayRun && (
            <LinkIcon
              to={machineRunPath(lane.machine_code)}
              size={24}
              variant="subtle"
              aria-label={t('board.openMachine', { machine: lane.machine_code })}
            >
              <IconPlayerPlay size={16} />
            </LinkIcon>
          )}
        </h2>
        <span>{words.total(lane.total_minutes)}</span>
      </div>
      <span className={classes.description} title={lane.machine_description}>
        {lane.machine_description}
      </span>
      {words.isMachineRunning(lane.machine_id) && <span className={classes.running}>{t('board.running')}</span>}
      {!lane.is_active && <span className={classes.less}>{t('board.outOfUse')}</span>}
      {late > 0 && (
        <span className={classes.lateness}>
          <IconAlertTriangle size={14} aria-hidden />{' '}
          {t('board.lateLines', { count: late, shown: formats.number(late) })}
        </span>
      )}
    </>
  );
}

interface Props {
  lane: Lane;
  bars: readonly Bar[];
  words: BoardWords;
  width: number;
  /** Visible range in pixels of the lane: bars outside it are not rendered. */
  from: number;
  to: number;
  /** Jobs of this lane that are always rendered: the Tab stop and the job held by the pointer. */
  current: number | null;
  held: number | null;
  lifted: number | null;
  /** Position in pixels of the drop marker of a dragged job. */
  mark: number | null;
  describedBy: string;
  onOpen: (scheduling: number) => void;
}

/** Shows the bars of one machine. Memoized, so that a move renders only the affected lanes. */
export const BoardLane = memo(
  ({ lane, bars, words, width, from, to, current, held, lifted, mark, describedBy, onOpen }: Props) => {
    const { setNodeRef } = useDroppable({ id: `machine-${lane.machine_id}`, disabled: !lane.is_active });
    const isDrawn = ({ job: { scheduling_id: id }, left, width: length }: Bar) =>
      (left < to && left + length > from) || id === current || id === held;
    return (
      <section className={classes.lane} aria-label={machineName(lane)} ref={setNodeRef} data-machine={lane.machine_id}>
        <div className={classes.head}>
          <LaneHead lane={lane} words={words} />
        </div>
        <ol className={classes.track} style={{ width }} data-track>
          {bars.filter(isDrawn).map((bar) => (
            <JobBar
              key={bar.job.scheduling_id}
              bar={bar}
              words={words}
              isCurrent={bar.job.scheduling_id === current}
              isLifted={bar.job.scheduling_id === lifted}
              isDragged={bar.job.scheduling_id === held}
              describedBy={describedBy}
              onOpen={onOpen}
            />
          ))}
          {mark !== null && <li className={classes.mark} style={{ left: mark }} aria-hidden data-mark />}
        </ol>
      </section>
    );
  },
);
