/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions -- handles key events that bubble up from the jobs of the group */
import { DndContext, DragOverlay, pointerWithin, useDraggable } from '@dnd-kit/core';
import {
  useId,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type FocusEvent,
  type RefObject,
  type SyntheticEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { workingDay, type Calendar } from '@bobina/contract/production/calendar.rules.ts';
import { useFormats } from '../../../lib/formats.ts';
import { machineName } from '../../../ui/machine-name.ts';
import type { Zoom } from '../scheduling/filters.ts';
import { BoardLane } from './BoardLane.tsx';
import classes from './board.module.css';
import { DAY_WIDTH, endOf, markAt, rememberBars } from './geometry.ts';
import { JobFace } from './JobBar.tsx';
import { jobPlace, type Lane, type Move } from './moves.ts';
import { Tray, type TraySearch } from './Tray.tsx';
import { TRAY } from './tray.ts';
import { useDrag } from './use-drag.ts';
import { useKeys } from './use-keys.ts';
import { useVisibleRange } from './use-visible-range.ts';
import { lanesDrawn, useSlices } from './use-slices.ts';
import { useWords } from './use-words.ts';

interface Props {
  label: string;
  lanes: readonly Lane[];
  calendar: Calendar;
  zoom: Zoom;
  move: (move: Move) => void;
  onOpen: (scheduling: number) => void;
  /** The search of the tray, whose lane is among `lanes`. */
  search: TraySearch;
}

/** Minimum width in pixels of the dragged job, so that its text is shown. */
const GHOST_WIDTH = 170;

const SILENT = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

interface SurfaceProps extends Omit<ComponentProps<'div'>, 'ref'> {
  root: RefObject<HTMLDivElement | null>;
  label: string;
  press: (element: EventTarget) => HTMLElement | null;
}

/** Shows the lanes on a common axis of working days, and the tray beside them. Renders only the visible part. */
export function Timeline({ label, lanes, calendar, zoom, move, onOpen, search }: Props) {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const words = useWords(calendar);
  const root = useRef<HTMLDivElement>(null);
  /** The board and the tray. */
  const whole = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const [announcement, setAnnouncement] = useState('');
  const { visible, measure } = useVisibleRange(root, true);
  const barsOf = useMemo(() => rememberBars(calendar, zoom), [calendar, zoom]);
  const announce = (what: 'lifted' | 'moved' | 'dropped' | 'cancelled', scheduling: number, where: readonly Lane[]) => {
    const { lane, index, job } = jobPlace(where, scheduling)!;
    const bar = barsOf(lane)[index]!;
    setAnnouncement(
      [
        t(`board.say.${what}`, {
          order: job.order_number,
          machine: machineName(lane),
          place: formats.number(index + 1),
          of: formats.number(lane.jobs.length),
          end: formats.day(bar.ends_on),
        }),
        words.lateness(bar),
      ]
        .filter(Boolean)
        .join(', '),
    );
  };
  const keys = useKeys({ lanes, barsOf, root: whole, move, announce });
  const drag = useDrag(whole, keys.shown, barsOf, move);
  const machines = keys.shown.filter(({ machine_id }) => machine_id !== TRAY);
  const tray = keys.shown.find(({ machine_id }) => machine_id === TRAY);
  const count = machines.reduce((total, { jobs }) => total + jobs.length, 0);
  const drawn = lanesDrawn(machines, useSlices(count, zoom));
  const day = DAY_WIDTH[zoom];
  const width = Math.max(...machines.map((lane) => endOf(barsOf(lane))), visible.to) + day;
  const firstDay = Math.max(0, Math.floor(visible.from / day));
  const lastDay = Math.min(Math.ceil(width / day), Math.ceil(visible.to / day));
  const days = Array.from({ length: Math.max(0, lastDay - firstDay) }, (_, index) => firstDay + index);
  const held = drag.dragged === null ? undefined : jobPlace(keys.shown, drag.dragged);
  const heldBar = held && barsOf(held.lane)[held.index];
  const markOf = (lane: Lane) =>
    drag.target?.machine === lane.machine_id && drag.dragged !== null
      ? markAt(barsOf(lane), drag.dragged, drag.target.index)
      : null;
  const isIn = (lane: Lane, scheduling: number | null) =>
    scheduling !== null && lane.jobs.some(({ scheduling_id }) => scheduling_id === scheduling) ? scheduling : null;
  const handlers = {
    onKeyDown: keys.onKeyDown,
    onKeyUp: keys.onKeyUp,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const scheduling = Number((target as HTMLElement).dataset['job']);
      if (scheduling) keys.onFocus(scheduling);
    },
  };
  return (
    <DndContext
      sensors={drag.sensors}
      collisionDetection={pointerWithin}
      // Neither the tray nor the page: both would scroll under a card that is taken at their edge.
      autoScroll={{ canScroll: (element) => element === root.current }}
      accessibility={{ announcements: SILENT, screenReaderInstructions: { draggable: t('board.help') } }}
      {...drag.handlers}
    >
      <div className={classes.split} ref={whole}>
        <Surface
          root={root}
          label={label}
          press={drag.press}
          onScroll={measure}
          {...handlers}
          onPointerDown={keys.cancel}
        >
          <div className={classes.axis} aria-hidden>
            <div className={classes.corner} />
            <div className={classes.days} style={{ width }}>
              {days.map((index) => {
                const date = workingDay(calendar, index);
                return (
                  <span key={index} className={classes.day} style={{ left: index * day, width: day }} data-day={date}>
                    {words.day(date)}
                  </span>
                );
              })}
            </div>
          </div>
          <div className={classes.lanes} style={{ '--day': `${day}px` } as React.CSSProperties}>
            {machines.map((lane, index) => (
              <BoardLane
                key={lane.machine_id}
                lane={lane}
                bars={barsOf(lane)}
                words={words}
                width={width}
                from={drawn[index] ? visible.from : 0}
                to={drawn[index] ? visible.to : 0}
                current={isIn(lane, keys.current)}
                held={isIn(lane, drag.dragged)}
                lifted={isIn(lane, keys.lifted)}
                mark={markOf(lane)}
                describedBy={helpId}
                onOpen={onOpen}
              />
            ))}
          </div>
        </Surface>
        {tray && (
          <Tray
            bars={barsOf(tray)}
            search={search}
            words={words}
            current={keys.current}
            lifted={keys.lifted}
            held={drag.dragged}
            press={drag.press}
            onOpen={onOpen}
            handlers={handlers}
          />
        )}
      </div>
      <p id={helpId} className="visually-hidden">
        {t('board.help')}
      </p>
      <output className="visually-hidden" aria-live="assertive" data-announcement>
        {announcement}
      </output>
      <DragOverlay dropAnimation={null}>
        {heldBar && (
          <div className={classes.bar} data-late={heldBar.late_days > 0 || undefined} data-ghost>
            <JobFace bar={{ ...heldBar, width: Math.max(heldBar.width, GHOST_WIDTH) }} words={words} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}

/**
 * Makes the whole board one draggable whose node is the bar under the pointer: with one draggable per job, hundreds of
 * bars would be rendered again at each drag start.
 */
function Surface({ root, label, press, children, ...rest }: SurfaceProps) {
  const { setNodeRef, listeners = {} } = useDraggable({ id: 'job' });
  const take = (name: 'onMouseDown' | 'onTouchStart') => (event: SyntheticEvent) => {
    const bar = press(event.target);
    if (!bar) return;
    setNodeRef(bar);
    listeners[name]?.(event);
  };
  return (
    <div
      {...rest}
      ref={root}
      className={classes.board}
      role="group"
      aria-label={label}
      onMouseDown={take('onMouseDown')}
      onTouchStart={take('onTouchStart')}
    >
      {children}
    </div>
  );
}
