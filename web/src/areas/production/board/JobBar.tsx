import { IconAlertTriangle } from '@tabler/icons-react';
import { memo } from 'react';
import classes from './board.module.css';
import type { Bar } from './geometry.ts';
import type { BoardWords } from './use-words.ts';

/** Pixels: below, only the end of the order's number and the days have room; far below, nothing but the mark. */
const ROOM = 165;
const LEAST_ROOM = 40;
const LEAST_FOR_CODE = 80;

/** What stands on a bar: as much as it has room for, and that it is late always. */
export function JobFace({ bar, words }: { bar: Bar; words: BoardWords }) {
  const { job, width } = bar;
  const isShort = width < ROOM;
  if (width < LEAST_ROOM)
    return bar.late_days > 0 ? <IconAlertTriangle size={15} className={classes.alarm} aria-hidden /> : null;
  return (
    <>
      {bar.late_days > 0 && <IconAlertTriangle size={15} className={classes.alarm} aria-hidden />}
      <span className={classes.face} aria-hidden>
        <span className={classes.order}>{isShort ? shortNumber(job.order_number) : job.order_number}</span>
        <span className={classes.less} hidden={width < LEAST_FOR_CODE}>{`${job.code} · ${words.quantityOf(bar)}`}</span>
        {bar.late_days > 0 && (
          <span className={classes.lateness}>{isShort ? words.shortLateness(bar) : words.lateness(bar)}</span>
        )}
      </span>
    </>
  );
}

interface Props {
  bar: Bar;
  words: BoardWords;
  /** The board's one Tab stop. */
  isCurrent: boolean;
  /** Held by the keyboard. */
  isLifted: boolean;
  /** Held by the pointer. */
  isDragged: boolean;
  describedBy: string;
  onOpen: (scheduling: number) => void;
}

/** A job on its lane, as long as its minutes. */
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
        data-late-line={job.is_late || undefined}
        data-lifted={isLifted || undefined}
        data-dragging={isDragged || undefined}
        tabIndex={isCurrent ? 0 : -1}
        aria-describedby={describedBy}
        aria-pressed={isLifted}
        title={width < ROOM ? name : undefined}
        onClick={() => onOpen(job.scheduling_id)}
      >
        <span className="visually-hidden">{name}</span>
        <JobFace bar={bar} words={words} />
      </button>
    </li>
  );
});

/** `OC-2026/00016` → `16` */
function shortNumber(number: string) {
  return number.slice(number.lastIndexOf('/') + 1).replace(/^0+(?=\d)/, '');
}
