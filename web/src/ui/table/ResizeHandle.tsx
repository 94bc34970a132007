import { useRef, type PointerEvent } from 'react';
import { clampWidth, PX_PER_REM } from './tracks.ts';
import { remOf } from './use-fold.ts';
import classes from './table.module.css';

interface Props {
  /** Called while the pointer moves. Sizes are in pixels at a root font of 16 px. */
  onDrag: (size: number) => void;
  onEnd: (size: number) => void;
  onReset: () => void;
}

/** The edge of a column header, for the pointer. The column menu changes widths by keyboard. */
export function ResizeHandle({ onDrag, onEnd, onReset }: Props) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const sizeAt = (event: PointerEvent) => {
    const { x, width } = start.current!;
    return clampWidth(((width + event.clientX - x) / remOf()) * PX_PER_REM);
  };
  const end = (event: PointerEvent) => {
    if (start.current && event.clientX !== start.current.x) onEnd(sizeAt(event));
    start.current = null;
  };
  return (
    <span
      aria-hidden
      className={classes.edge}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width: event.currentTarget.parentElement!.getBoundingClientRect().width };
      }}
      onPointerMove={(event) => start.current && onDrag(sizeAt(event))}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={onReset}
    />
  );
}
