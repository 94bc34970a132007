import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import type { RecordEntity } from '@bobina/contract/system/records.ts';
import { api } from '../../lib/api/api.ts';
import { foldForSearch } from '../../lib/fold-for-search.ts';
import { deferred } from '../deferred.tsx';
import { TextAreaField } from '../form/fields.tsx';
import { optionId } from '../form/picker-match.ts';

const PickerList = deferred(async () => (await import('../form/PickerList.tsx')).PickerList);

/** The start of a mention before the caret: not the `@` of a mail address. */
const MENTION = /(?<![\p{L}\p{N}._%+-])@([\p{L}\p{N}._-]*)$/u;
/** Milliseconds for which the offered users are kept. */
const FRESH = 60_000;

interface Written {
  /** The position of the `@`. */
  at: number;
  /** What follows it, up to the caret. */
  name: string;
}

/**
 * The text of a note. Typing `@` offers the users who may read the record in a list below the field: the arrows choose,
 * Enter and Tab take, Escape closes the list alone. Without a choice the typed text stays. A field of several lines keeps
 * the role of a text box, which may not be a combobox, and names its list and the highlighted user.
 */
export function MentionField({
  entity,
  record,
  label,
  hint,
}: {
  entity: RecordEntity;
  record: number;
  label: string;
  hint: string;
}) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [written, setWritten] = useState<Written | null>(null);
  /** The `@` whose list was closed: typing on does not open it again. */
  const closedAt = useRef<number>(null);
  const [cursor, setCursor] = useState(0);
  const { data } = useQuery({
    ...api.notes.mentionable.query({ entity, id: record, query: { q: written?.name ?? '' } }),
    enabled: written !== null,
    staleTime: FRESH,
    placeholderData: (users) => users,
  });
  // Until the answer arrives, the users of the earlier text are filtered.
  const choices = (written ? (data ?? []) : [])
    .filter(({ username, name }) => beginsWith(`${username} ${name}`, written!.name))
    .map(({ username, name }) => ({
      value: username,
      label: foldForSearch(name) === foldForSearch(username) ? `@${username}` : `${name} · @${username}`,
    }));
  const isOpen = choices.length > 0;
  const marked = Math.min(cursor, choices.length - 1);

  const close = () => setWritten(null);
  const onInput = (input: HTMLTextAreaElement) => {
    field.current = input;
    const found = mentionAt(input);
    if (found?.at !== closedAt.current) closedAt.current = null;
    setCursor(0);
    setWritten(closedAt.current === null ? found : null);
  };
  const take = (username: string) => {
    const input = field.current!;
    const { at, name } = written!;
    const end = at + 1 + name.length;
    const space = /^\s/.test(input.value.slice(end)) ? '' : ' ';
    input.setRangeText(`@${username}${space}`, at, end, 'end');
    // The form reads the field on this event.
    input.dispatchEvent(new Event('input', { bubbles: true }));
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setCursor((marked + step + choices.length) % choices.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) take(choices[marked]!.value);
    else if (event.key === 'Escape') {
      closedAt.current = written!.at;
      close();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <TextAreaField
        name="text"
        label={label}
        description={hint}
        autosize
        minRows={2}
        maxRows={10}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen ? optionId(id, marked) : undefined}
        data-mantine-stop-propagation={isOpen || undefined}
        onInput={(event) => onInput(event.currentTarget)}
        onSelect={(event) => {
          // The caret left the mention.
          if (written && mentionAt(event.currentTarget)?.at !== written.at) close();
        }}
        onBlurCapture={close}
        onKeyDown={onKeyDown}
      />
      {written && (
        <PickerList
          input={field}
          id={id}
          isOpen={isOpen}
          onOpen={(opened) => !opened && close()}
          choices={choices}
          marked={marked}
          value={null}
          label={label}
          empty=""
          hidden={!isOpen}
          onTake={({ value }) => take(value)}
        />
      )}
    </>
  );
}

function mentionAt({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Written | null {
  if (selectionStart !== selectionEnd) return null;
  const [all, name] = MENTION.exec(value.slice(0, selectionStart)) ?? [];
  return all === undefined ? null : { at: selectionStart - all.length, name: name! };
}

function beginsWith(names: string, text: string): boolean {
  const wanted = foldForSearch(text);
  return foldForSearch(names)
    .split(/\s+/)
    .some((word) => word.startsWith(wanted));
}
