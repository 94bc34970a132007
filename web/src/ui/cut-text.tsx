/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-static-element-interactions -- keyboards reach the whole text by the focus, fingers by a tap */
import { Tooltip } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useCallback, useContext, useState, type CSSProperties, type ReactNode, type Ref } from 'react';
import { EMPTY } from '../lib/formats.ts';
import { RowActive } from './table/row-active.ts';
import { watchWidth } from './watch-width.ts';

const LONGEST = 20;
const KEPT = 15;
const WAIT_MS = 150;

interface CutProps {
  whole: string;
  children: ReactNode;
  style: CSSProperties;
  ref?: Ref<HTMLSpanElement>;
}

interface Props {
  value: string | null | undefined;
  /** Longer texts are cut; 20 unless said. */
  longest?: number;
  /** to this many characters and an ellipsis; 15 unless said. */
  kept?: number;
}

const ONE_LINE = { whiteSpace: 'nowrap' } as const;

/** A long text cut short to so many characters. */
export function CutText({ value, longest = LONGEST, kept = KEPT }: Props) {
  if (!value) return <>{EMPTY}</>;
  const characters = Array.from(value);
  if (characters.length <= longest) return <>{value}</>;
  return <Cut whole={value} style={ONE_LINE}>{`${characters.slice(0, kept).join('').trimEnd()}…`}</Cut>;
}

const TO_WIDTH = { ...ONE_LINE, display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' } as const;

/** A text cut by the width that it has. */
export function FittedText({ value }: { value: string | null | undefined }) {
  const [isCut, setCut] = useState(false);
  const watch = useCallback((element: HTMLElement | null) => (element ? watchWidth(element, setCut) : undefined), []);
  if (!value) return <>{EMPTY}</>;
  // By its value: another text is another element, looked at anew.
  return isCut ? (
    <Cut key={value} whole={value} ref={watch} style={TO_WIDTH}>
      {value}
    </Cut>
  ) : (
    <span key={value} ref={watch} style={TO_WIDTH}>
      {value}
    </span>
  );
}

/**
 * What is not shown whole, and a tooltip with the whole that hover, keyboard focus and touch open. The tooltip is made
 * when it opens: a table has hundreds of texts, and one that waits costs as much as a row of cells.
 */
function Cut({ whole, children, style, ref }: CutProps) {
  const active = useContext(RowActive);
  const [over, setOver] = useState<HTMLElement | null>(null);
  const soon = useTimeout((element: HTMLElement) => setOver(element), WAIT_MS);
  const close = () => {
    soon.clear();
    setOver(null);
  };
  return (
    <>
      <span
        ref={ref}
        tabIndex={active ? 0 : -1}
        aria-description={whole}
        data-cut
        style={style}
        onPointerEnter={(event) => soon.start(event.currentTarget)}
        onPointerLeave={(event) => event.pointerType === 'mouse' && close()}
        onFocus={(event) => setOver(event.currentTarget)}
        onBlur={close}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      >
        {children}
      </span>
      {over && <Tooltip opened target={over} label={whole} />}
    </>
  );
}
