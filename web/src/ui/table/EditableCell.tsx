import { NativeSelect, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../lib/api/problem.ts';
import { useFormats } from '../../lib/formats.ts';
import { DayBox } from '../form/DayBox.tsx';
import { askAboutDoubts } from '../overlay/ask-about-doubts.tsx';
import { isFar } from '../prices/is-far.ts';
import { NumberBox } from '../form/NumberBox.tsx';
import { toast } from '../toasts.ts';
import { createCellEdits, rowsFrom, type CellEdits } from './cell-edits.ts';
import type { EditedColumn } from './edited-column.ts';
import classes from './editable-cell.module.css';

interface Props<R> {
  row: R;
  column: EditedColumn<R>;
  /** The header of the column, for the label of the field. */
  label: string;
  /** The filters and the order of the list as JSON. */
  query: string;
  /** The content of the cell while it is not edited. */
  children: ReactNode;
}

/** The rows that a notice names. */
const MOST_NAMED = 5;

/** The edits of each column, which its cells share. */
const EDITS = new WeakMap<object, unknown>();

function editsOf<R>(column: EditedColumn<R>): CellEdits<R> {
  const known = EDITS.get(column) as CellEdits<R> | undefined;
  if (known) return known;
  const edits = createCellEdits(column);
  EDITS.set(column, edits);
  return edits;
}

/**
 * A cell that becomes a field: Enter saves, Esc restores, the vertical arrows save a number and edit the one beside. A conflict names the other user and shows the saved value. A
 * pasted spreadsheet column fills the cells downwards.
 */
function EditableCell<R>({ row, column, label, query, children }: Props<R>) {
  const { kind, options = [] } = column;
  const edits = editsOf(column);
  const name = column.nameOf(row);
  const { t } = useTranslation('lists');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const edit = edits.store.use().get(edits.idOf(row));
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = edit !== undefined;
  const wasOpen = useRef(false);
  const hasFocus = useRef(false);
  const isAsking = useRef(false);
  useEffect(() => {
    // A cell that a paste opened must not take the focus from the one that the user edits.
    if (isOpen && hasFocus.current) frame.current?.querySelector<HTMLElement>('input, select')?.focus();
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
  const save = async () => {
    // The question takes the focus, so that the cell is left once more.
    if (isAsking.current) return;
    const { value, opened } = edit;
    if (column.isPrice && typeof value === 'number' && typeof opened.value === 'number' && isFar(value, opened.value)) {
      const [before, after] = [formats.number(opened.value, 5, 2), formats.number(value, 5, 2)];
      isAsking.current = true;
      const doubts = await askAboutDoubts([{ path: column.field, text: t('cell.unlikely', { name, before, after }) }]);
      isAsking.current = false;
      if (doubts.length > 0) return frame.current?.querySelector('input')?.focus();
    }
    await edits.commit(row);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && kind === 'number') {
      event.preventDefault();
      event.stopPropagation();
      // Leaving the cell saves it.
      return cellBeside(frame.current!, step)?.click();
    }
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    hasFocus.current = true;
    if (event.key === 'Enter') void save();
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
      const rows = await rowsFrom(column.call, {
        query: JSON.parse(query) as Record<string, unknown>,
        id: edits.idOf(row),
        idOf: edits.idOf,
        count: texts.length,
      });
      const over = rows.filter((one) => column.isOver?.(one)).length;
      const [shownOver, total] = [formats.number(over), formats.number(rows.length)];
      const doubt = { path: column.field, text: t('cell.over', { count: over, shown: shownOver, total }) };
      isAsking.current = true;
      const doubts = await askAboutDoubts(over > 0 ? [doubt] : []);
      isAsking.current = false;
      if (doubts.length > 0) return frame.current?.querySelector('input')?.focus();
      const { saved, kept } = await edits.fill(rows, texts);
      const count = saved.length;
      const left: string[] = [];
      const takeBack = async () => {
        await edits.takeBack(saved, left);
        if (left.length === 0) return;
        const [undone, total] = [formats.number(count - left.length), formats.number(count)];
        const names = [...left.slice(0, MOST_NAMED), ...(left.length > MOST_NAMED ? ['…'] : [])].join(', ');
        throw new ApiProblem('STALE_VERSION', 409, t('cell.notUndone', { undone, total, names }));
      };
      if (count > 0) toast.success(t('cell.pasted', { count, shown: formats.number(count) }), { takeBack });
      if (kept > 0) toast.error(t('cell.notPasted', { count: kept, shown: formats.number(kept) }));
    })();
  };
  const shown = (value: number | string | null) => {
    if (typeof value === 'number') return formats.number(value, 5, 2);
    if (value === null) return '—';
    return options.find((option) => option.value === value)?.label ?? formats.day(value);
  };
  const { stale } = edit;
  const isKnown = options.some(({ value }) => value === edit.value);
  const message = stale
    ? t('cell.conflict', { name: stale.name ?? common('form.someone'), value: shown(stale.value) })
    : edit.error;
  const field = { 'aria-label': `${label} ${name}`, error: message !== undefined };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys of the field inside
    <div
      ref={frame}
      className={kind === 'day' ? classes.day : undefined}
      style={{ width: '100%' }}
      onKeyDown={onKeyDown}
      onPasteCapture={onPaste}
      onClick={(event) => event.stopPropagation()}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        hasFocus.current = false;
        // A rejected value stays until the user decides.
        if (message === undefined) void save();
      }}
    >
      {kind === 'number' ? (
        <NumberBox {...field} value={edit.value} onChange={(value) => edits.change(row, value)} />
      ) : kind === 'day' ? (
        <DayBox {...field} value={edit.value as string | null} onChange={(value) => edits.change(row, value)} />
      ) : (
        <NativeSelect
          {...field}
          value={String(edit.value ?? '')}
          data={[...(isKnown ? [] : [String(edit.value ?? '')]), ...options]}
          onChange={(event) => edits.change(row, event.currentTarget.value)}
        />
      )}
      {message !== undefined && (
        <Text
          size="xs"
          // Below the focus ring of the field.
          mt={5}
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
export default EditableCell;

/** The button of the cell in the same column of the next row, or of the previous one. */
function cellBeside(frame: HTMLElement, step: number): HTMLElement | null | undefined {
  const [cell, row] = [frame.closest('[role=gridcell]'), frame.closest('[data-index]')];
  if (!cell || !row) return null;
  const place = [...row.querySelectorAll('[role=gridcell]')].indexOf(cell);
  const index = Number(row.getAttribute('data-index')) + step;
  const beside = row.closest('[role=grid]')?.querySelector(`[data-index="${index}"]`);
  return beside?.querySelectorAll('[role=gridcell]')[place]?.querySelector('button');
}
