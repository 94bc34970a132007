/* oxlint-disable jsx-a11y/prefer-tag-over-role -- Mantine positions the dropdown, which cannot be a dialog element */
import { Popover } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { Suspense, type RefObject } from 'react';
import { MenuAnchor } from '../overlay/MenuAnchor.tsx';
import { prepared } from '../prepared.tsx';
import classes from './form.module.css';

const Calendar = prepared(() => import('./Calendar.tsx'));

interface Props {
  input: RefObject<HTMLInputElement | null>;
  /** Whether the calendar is open. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** The parsed day in full, shown while the user types. */
  reading: string | null;
  /** The accessible name of the calendar. */
  label: string;
  value: string | null;
  min: string;
  max: string | undefined;
  onPick: (day: string | null) => void;
}

/** What a day field shows below its input: the calendar, or the day that it has read. */
export function DayDropdown({ input, isOpen, onOpen, reading, label, value, min, max, onPick }: Props) {
  const isMounted = useMounted();
  return (
    <Popover
      opened={isMounted && (isOpen || reading !== null)}
      onChange={onOpen}
      position="bottom-start"
      trapFocus={isOpen}
      withRoles={false}
      transitionProps={{ duration: isOpen ? 150 : 0 }}
    >
      <Popover.Target>
        <MenuAnchor button={input} />
      </Popover.Target>
      {isOpen ? (
        <Popover.Dropdown role="dialog" aria-label={label}>
          <Suspense fallback={null}>
            <Calendar value={value} min={min} max={max} onPick={onPick} />
          </Suspense>
        </Popover.Dropdown>
      ) : (
        <Popover.Dropdown className={classes.reading!} aria-hidden>
          {reading}
        </Popover.Dropdown>
      )}
    </Popover>
  );
}
