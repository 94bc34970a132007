import { Text, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { DayBox } from '../form/DayBox.tsx';
import { NumberBox } from '../form/NumberBox.tsx';
import { toast } from '../toasts.ts';
import type { CellEdits } from './cell-edits.ts';

type Row = { id: number; version: number };
interface Props<R extends Row> {
  row: R;
  edits: CellEdits<R>;
  kind: 'number' | 'day';
  /** The name of the row and of the column, for the label of the field. */
  name: string;
  label: string;
  /** The cell at rest. */
  children: ReactNode;
  /** The rows of the list from this one on. */
  following: (row: R, count: number) => Promise<readonly R[]>;
}

/**
 * A cell that becomes a field: Enter saves, Esc restores. A conflict names the other user and shows the saved value. A
 * pasted spreadsheet column fills the cells downwards.
 */
export function EditableCell<R extends Row>({ row, edits, kind, name, label, children, following }: Props<R>) {
  const { t } = useTranslation('lists');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const edit = edits.store.use().get(row.id);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = edit !== undefined;
  const wasOpen = useRef(false);
  const hasFocus = useRef(false);
  useEffect(() => {
    // A cell that a paste opened must not take the focus from the one that the user edits.
    if (isOpen && hasFocus.current) frame.current?.querySelector('input')?.focus();
    if (!isOpen && wasOpen.current && hasFocus.current) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!edit)
    return (
      <UnstyledButton
        ref={button}
        title={t('cell.edit', { label, name })}
        style={{ font: 'inherit', textAlign: 'inherit', width: '100%', minHeight: 24 }}
        onClick={(event) => {
          event.stopPropagation();
          hasFocus.current = true;
          edits.open(row);
        }}
      >
        {children}
      </UnstyledButton>
    );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    hasFocus.current = true;
    if (event.key === 'Enter') void edits.commit(row);
    else edits.cancel(row);
  };
  const onPaste = (event: ClipboardEvent) => {
    const texts = event.clipboardData
      .getData('text')
      .replace(/\r?\n$/, '')
      .split(/\r?\n/);
    if (texts.length < 2) return;
    event.preventDefault();
    void (async () => {
      const { saved, kept } = await edits.fill(await following(row, texts.length), texts);
      if (saved > 0) toast.success(t('cell.pasted', { shown: formats.number(saved) }));
      if (kept > 0) toast.error(t('cell.notPasted', { shown: formats.number(kept) }));
    })();
  };
  const shown = (value: number | string | null) =>
    typeof value === 'number' ? formats.number(value, 5, 2) : value === null ? '—' : formats.day(value);
  const { stale } = edit;
  const message = stale
    ? t('cell.conflict', { name: stale.name ?? common('form.someone'), value: shown(stale.value) })
    : edit.error;
  const field = { 'aria-label': `${label} ${name}`, error: message !== undefined };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys of the field inside
    <div
      ref={frame}
      style={{ width: '100%' }}
      onKeyDown={onKeyDown}
      onPasteCapture={onPaste}
      onClick={(event) => event.stopPropagation()}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        hasFocus.current = false;
        // What was rejected stays until the user decides.
        if (message === undefined) void edits.commit(row);
      }}
    >
      {kind === 'number' ? (
        <NumberBox {...field} value={edit.value} onChange={(value) => edits.change(row, value)} />
      ) : (
        <DayBox {...field} value={edit.value as string | null} onChange={(value) => edits.change(row, value)} />
      )}
      {message !== undefined && (
        <Text
          size="xs"
          c="var(--mantine-color-error)"
          role="alert"
          style={{ whiteSpace: 'normal', textAlign: 'start' }}
        >
          {message}
        </Text>
      )}
    </div>
  );
}
