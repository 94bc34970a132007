import { MouseSensor, TouchSensor, useSensor, useSensors, type DragEndEvent, type DragMoveEvent } from '@dnd-kit/core';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { indexAt, type Bar } from './geometry.ts';
import { moveTo, type Lane, type Move } from './moves.ts';

interface Target {
  machine: number;
  index: number;
}

/** Dragging by mouse or finger: which job is held, and where it would go. */
export function useDrag(
  root: RefObject<HTMLElement | null>,
  lanes: readonly Lane[],
  barsOf: (lane: Lane) => readonly Bar[],
  move: (move: Move) => void,
) {
  /** The job under the pointer when it went down. */
  const pressed = useRef(0);
  const [dragged, setDragged] = useState<number | null>(null);
  const [target, setTarget] = useState<Target | null>(null);
  /** Of the pointer, on the screen: what is under it may scroll meanwhile. */
  const pointer = useRef(0);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger that goes on at once scrolls; one that stays takes the job up.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );
  useEffect(() => {
    const follow = (event: MouseEvent | TouchEvent) => {
      const point = 'touches' in event ? event.touches[0] : event;
      if (point) pointer.current = point.clientX;
    };
    window.addEventListener('mousemove', follow, { capture: true, passive: true });
    window.addEventListener('touchmove', follow, { capture: true, passive: true });
    return () => {
      window.removeEventListener('mousemove', follow, { capture: true });
      window.removeEventListener('touchmove', follow, { capture: true });
    };
  }, []);

  const targetOf = ({ over }: DragMoveEvent | DragEndEvent): Target | null => {
    const machine = Number(String(over?.id ?? '').replace('machine-', ''));
    const lane = lanes.find(({ machine_id }) => machine_id === machine);
    const track = root.current?.querySelector(`[data-machine="${machine}"] [data-track]`);
    if (!lane || !track) return null;
    const x = pointer.current - track.getBoundingClientRect().left;
    return { machine, index: indexAt(barsOf(lane), pressed.current, x) };
  };
  const end = () => {
    setDragged(null);
    setTarget(null);
  };
  return {
    sensors,
    dragged,
    target,
    /** A pointer goes down on the board. @returns the bar that it may take up */
    press: (element: EventTarget): HTMLElement | null => {
      const bar = (element as HTMLElement).closest<HTMLElement>('[data-job]');
      pressed.current = Number(bar?.dataset['job'] ?? 0);
      return bar;
    },
    handlers: {
      onDragStart: () => setDragged(pressed.current),
      onDragMove: (event: DragMoveEvent) => {
        const next = targetOf(event);
        setTarget((before) => (before?.machine === next?.machine && before?.index === next?.index ? before : next));
      },
      onDragEnd: (event: DragEndEvent) => {
        const place = targetOf(event);
        const lane = place && lanes.find(({ machine_id }) => machine_id === place.machine);
        end();
        if (lane) move(moveTo(lane, pressed.current, place.index));
      },
      onDragCancel: end,
    },
  };
}
