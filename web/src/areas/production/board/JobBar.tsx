import { IconAlertTriangle, IconCheck, IconFlag3, IconPlayerPlayFilled, IconTruckDelivery } from '@tabler/icons-react';
import { memo } from 'react';
import classes from './board.module.css';
import { isDelivered, type Bar } from './geometry.ts';
import { isMade, type BoardWords } from './use-words.ts';

/**
 * Minimum widths in pixels for the full texts. Narrower bars show the end of the order number and the days late, and
 * below `LEAST_FOR_CODE` the number and the mark of a late job only.
 */
const ROOM = 165;
const ROOM_FOR_DELIVERY = 205;
const ROOM_FOR_LATENESS = 270;
const LEAST_FOR_CODE = 80;

/** Shows the content of a bar: as much text as fits, and always the order and whether the job is late; its delivery day if it is not. */
export function JobFace({ bar, words }: { bar: Bar; words: BoardWords }) {
  const { job, width, late_days } = bar;
  const isNarrow = width < LEAST_FOR_CODE;
  const isShort = width < ROOM;
  return (
    <span className={classes.face} data-narrow={isNarrow || undefined} aria-hidden>
      <span className={classes.order}>
        {job.item_priority === 'alta' && !isNarrow && <IconFlag3 size={14} className={classes.urgent} />}
        {isShort ? shortNumber(job.order_number) : job.order_number}
      </span>
      {late_days > 0 && (
        <span className={classes.lateness}>
          <IconAlertTriangle size={14} />
          {isNarrow || <span>{width < ROOM_FOR_LATENESS ? words.shortLateness(bar) : words.lateness(bar)}</span>}
        </span>
      )}
      {late_days === 0 && width >= ROOM_FOR_DELIVERY && !isMade(bar) && !isDelivered(bar) && (
        <span className={classes.delivery}>{words.delivery(bar)}</span>
      )}
      {words.isRunning(bar) ? (
        <IconPlayerPlayFilled size={14} className={classes.state} />
      ) : isDelivered(bar) ? (
        <IconTruckDelivery size={14} className={classes.state} />
      ) : (
        isMade(bar) && <IconCheck size={14} className={classes.state} />
      )}
      <span className={classes.less} hidden={isNarrow}>{`${job.code} · ${words.progressOf(bar)}`}</span>
    </span>
  );
}

interface Props {
  bar: Bar;
  words: BoardWords;
  /** The board's only Tab stop (roving tabindex). */
  isCurrent: boolean;
  /** Lifted by the keyboard. */
  isLifted: boolean;
  /** Held by the pointer. */
  isDragged: boolean;
  describedBy: string;
  onOpen: (scheduling: number) => void;
}

/** Shows a job on its lane; the width is proportional to its minutes. Its tooltip has all texts. */
export const JobBar = memo(({ bar, words, isCurrent, isLifted, isDragged, describedBy, onOpen }: Props) => {
  const { job, left, width, late_days } = bar;
  const name = words.name(bar);
  return (
    <li className={classes.place} style={{ left, width }}>
      <button
        type="button"
        className={classes.bar}
        data-job={job.scheduling_id}
        data-priority={job.item_priority}
        data-late={late_days > 0 || undefined}
        data-made={isMade(bar) || isDelivered(bar) || undefined}
        data-running={words.isRunning(bar) || undefined}
        data-late-line={job.is_late || undefined}
        data-lifted={isLifted || undefined}
        data-dragging={isDragged || undefined}
        tabIndex={isCurrent ? 0 : -1}
        aria-describedby={describedBy}
        aria-pressed={isLifted}
        title={name}
        onClick={() => onOpen(job.scheduling_id)}
      >
        <span className="visually-hidden">{name}</span>
        <JobFace bar={bar} words={words} />
      </button>
    </li>
  );
});

/** Returns the last part of an order number without zeros: `OC-2026/00016` → `16`. */
function shortNumber(number: string) {
  return number.slice(number.lastIndexOf('/') + 1).replace(/^0+(?=\d)/, '');
}
