import { CheckIcon, Combobox, useCombobox } from '@mantine/core';
import type { RefObject } from 'react';
import { MenuAnchor } from '../overlay/MenuAnchor.tsx';
import { foldForSearch } from '../../lib/fold-for-search.ts';
import { optionId, type Choice } from './picker-match.ts';

const LIST_HEIGHT = 220;

interface Props {
  input: RefObject<HTMLElement | null>;
  id: string;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  choices: readonly Choice[];
  /** The highlighted choice. */
  marked: number | null;
  value: string | null;
  /** The accessible name of the list. */
  label?: string;
  /** Shown without choices. */
  empty: string;
  hidden: boolean;
  onTake: (choice: Choice) => void;
}

/** The list of a picker, at its input. */
export function PickerList({ input, id, isOpen, onOpen, choices, marked, value, label, empty, hidden, onTake }: Props) {
  const details = detailsOf(choices);
  const combobox = useCombobox({ opened: isOpen, onOpenedChange: onOpen });
  return (
    <Combobox store={combobox} __staticSelector="Select">
      <Combobox.DropdownTarget>
        <MenuAnchor button={input} />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={hidden} onMouseDown={(event) => event.preventDefault()}>
        {/* The list itself scrolls: the field controls it, so that it needs no Tab stop of its own. */}
        <Combobox.Options
          id={`${id}-list`}
          {...(label && { 'aria-label': label })}
          mah={LIST_HEIGHT}
          style={{ overflowY: 'auto' }}
        >
          {choices.map((choice, index) => (
            <Combobox.Option
              key={choice.value}
              id={optionId(id, index)}
              value={choice.value}
              selected={index === marked}
              active={choice.value === value}
              aria-selected={choice.value === value}
              style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 8 }}
              onClick={() => onTake(choice)}
            >
              <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                {choice.label}
                {details[index] && (
                  <span style={{ display: 'block', fontSize: 'var(--mantine-font-size-xs)' }}>{details[index]}</span>
                )}
              </span>
              {choice.value === value && <CheckIcon size={12} style={{ opacity: 0.4, flex: 'none' }} />}
            </Combobox.Option>
          ))}
          {choices.length === 0 && <Combobox.Empty>{empty}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** The second lines of the choices: city and VAT number of customers and suppliers whose name another choice has, too. */
function detailsOf(choices: readonly Choice[]): (string | false)[] {
  const labels = choices.map(({ label }) => foldForSearch(label));
  return choices.map(({ row }, index) => {
    const { city, vat_number } = (row ?? {}) as { city?: string; vat_number?: string };
    const isRepeated = labels.indexOf(labels[index]!) !== labels.lastIndexOf(labels[index]!);
    return isRepeated && [city, vat_number].filter(Boolean).join(' · ');
  });
}
