/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- focus and tap open the full text */
import { createContext, useCallback, useContext, useState, type ReactNode, type Ref } from 'react';
import { EMPTY } from '../lib/formats.ts';
import { useHint } from './overlay/Hint.tsx';
import classes from './cut-text.module.css';
import { RowActive } from './table/row-active.ts';
import { watchWidth } from './watch-width.ts';

const LONGEST = 20;
const KEPT = 15;

interface CutProps {
  whole: string;
  children: ReactNode;
  ref?: Ref<HTMLSpanElement>;
}

interface Props {
  value: string | null | undefined;
  /** Texts longer than this are truncated. Default 20 characters. */
  longest?: number;
  /** Number of characters kept before the ellipsis. Default 15. */
  kept?: number;
}

/** Whether the user chose the width of the column around, which then truncates texts instead of a character count. */
export const IsSized = createContext(false);

/** A text truncated to a number of characters, or by the width in a column whose width the user chose. */
export function CutText({ value, longest = LONGEST, kept = KEPT }: Props) {
  const isSized = useContext(IsSized);
  if (!value) return <>{EMPTY}</>;
  if (isSized) return <FittedText value={value} />;
  const characters = Array.from(value);
  if (characters.length <= longest) return <FittedText value={value} />;
  return <Cut whole={value}>{`${characters.slice(0, kept).join('').trimEnd()}…`}</Cut>;
}

/** A text truncated by the available width: to one line, on a phone to two. */
export function FittedText({ value }: { value: string | null | undefined }) {
  const [isCut, setCut] = useState(false);
  const watch = useCallback((element: HTMLElement | null) => (element ? watchWidth(element, setCut) : undefined), []);
  if (!value) return <>{EMPTY}</>;
  // Keyed by the value: a new text mounts a new element and is measured again.
  return isCut ? (
    <Cut key={value} whole={value} ref={watch}>
      {value}
    </Cut>
  ) : (
    <span key={value} ref={watch} className={classes.fit}>
      {value}
    </span>
  );
}

/**
 * A truncated text with a tooltip that shows the whole on hover, keyboard focus and touch.
 */
function Cut({ whole, children, ref }: CutProps) {
  const active = useContext(RowActive);
  const { over, handlers, Tip } = useHint();
  return (
    <>
      <span
        ref={ref}
        tabIndex={active ? 0 : -1}
        aria-description={whole}
        data-cut
        className={classes.fit}
        {...handlers}
      >
        {children}
      </span>
      {over && <Tip target={over} label={whole} />}
    </>
  );
}
