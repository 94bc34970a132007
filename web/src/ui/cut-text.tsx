/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- keyboards reach the whole text by the focus */
import { Tooltip } from '@mantine/core';
import { useContext, useState } from 'react';
import { EMPTY } from '../lib/formats.ts';
import { RowActive } from './table/row-active.ts';

const LONGEST = 20;
const KEPT = 15;

interface Props {
  value: string | null | undefined;
  /** Longer texts are cut; 20 unless said. */
  longest?: number;
  /** to this many characters and an ellipsis; 15 unless said. */
  kept?: number;
}

/** A long text cut short, whole in a tooltip that hover, keyboard focus and touch open. */
export const CutText = ({ value, longest = LONGEST, kept = KEPT }: Props) => {
  const active = useContext(RowActive);
  if (!value) return <>{EMPTY}</>;
  const characters = Array.from(value);
  if (characters.length <= longest) return <>{value}</>;
  return (
    <Tooltip label={value}>
      <span
        tabIndex={active ? 0 : -1}
        data-cut
        style={{ whiteSpace: 'nowrap' }}
      >{`${characters.slice(0, kept).join('').trimEnd()}…`}</span>
    </Tooltip>
  );
};

/** A text cut by the width that it has; the tooltip opens only when something is hidden. */
export const FittedText = ({ value }: { value: string | null | undefined }) => {
  const active = useContext(RowActive);
  const [isCut, setCut] = useState(false);
  if (!value) return <>{EMPTY}</>;
  const look = (element: HTMLElement) => setCut(element.scrollWidth > element.clientWidth);
  return (
    <Tooltip label={value} disabled={!isCut}>
      <span
        ref={(element) => void (element && look(element))}
        onPointerEnter={(event) => look(event.currentTarget)}
        {...(isCut && { tabIndex: active ? 0 : -1, 'data-cut': true })}
        style={{ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {value}
      </span>
    </Tooltip>
  );
};
