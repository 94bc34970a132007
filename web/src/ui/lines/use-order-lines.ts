import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { commonText } from '../../lib/i18n/i18n.ts';
import { dismiss, toast } from '../toasts.ts';
import { errorsOfLine, useFormLines } from './form-lines.ts';
import { isEmptyLine, type PricedLine } from './priced-line.ts';
import { useLineKeys } from './use-line-keys.ts';

interface Options<Line> {
  newLine: () => Line;
  /** The focusable cells of a line, left to right, product first. */
  fields: readonly [product: 'product_id', next: string, ...others: string[]];
  /** Lines rendered per page; all of them by default. */
  pageLines?: number;
}

/** What the cells of a line do. The object is the same in every render, so that an unchanged line is not rendered again. */
export interface LineActs<Line> {
  set: (index: number, field: string & keyof Line, value: unknown) => void;
  /** Writes the fields that a chosen product gives and moves the focus on. Returns the line as written. */
  fill: (index: number, part: Partial<Line>) => Line | undefined;
  remove: (index: number) => void;
  lineAt: (index: number) => Line | undefined;
}

/** The lines of the surrounding order form: their operations, their keyboard navigation and their pages. */
export function useOrderLines<Line extends PricedLine>({ newLine, fields, pageLines = Infinity }: Options<Line>) {
  const { form, lines, write, current } = useFormLines<Line>();
  const grid = useRef<HTMLElement>(null);
  const pages = usePages(form.errors, lines.length, pageLines);
  const add = () => {
    write([...current(), newLine()]);
    pages.showLine(current().length - 1);
  };
  const keys = useLineKeys(grid, lines.length, add, fields);
  /** The notices that offer removed lines again, which end with the form. */
  const offered = useRef<number[]>([]);
  useEffect(() => () => offered.current.forEach(dismiss), []);
  const offerBack = (index: number, line: Line) => {
    const takeBack = async () => {
      const at = Math.min(index, current().length);
      write([...current().slice(0, at), line, ...current().slice(at)]);
      pages.showLine(at);
      keys.focus(at, 'quantity');
    };
    offered.current.push(toast.success(commonText('form.lineRemoved', { row: index + 1 }), { takeBack }));
  };
  const acts = useMemo<LineActs<Line>>(() => {
    const lineAt = (index: number) => current()[index];
    return {
      lineAt,
      set: (index, field, value) => {
        form.clearFieldError(`items.${index}.${field}`);
        form.setFieldValue(`items.${index}.${field}` as string, value, { forceUpdate: false });
      },
      fill: (index, part) => {
        const line = lineAt(index);
        if (!line) return undefined;
        const next = { ...line, ...part };
        form.clearFieldError(`items.${index}.product_id`);
        form.setFieldValue(`items.${index}`, next);
        if (isProductCell(document.activeElement, index)) keys.focus(index, fields[1]);
        return next;
      },
      remove: (index) => {
        const removed = lineAt(index);
        write(current().filter((_, other) => other !== index));
        if (current().length > 0) keys.focus(Math.max(index - 1, 0), 'quantity');
        else grid.current?.querySelector<HTMLElement>('[data-add]')?.focus();
        if (removed && !isEmptyLine(removed)) offerBack(index, removed);
      },
    };
  }, []); // oxlint-disable-line react-hooks/exhaustive-deps -- the form and the grid are stable
  return {
    form,
    grid: grid as RefObject<HTMLElement | null>,
    keys,
    lines,
    pages,
    acts,
    /** The lines of the shown page with their place in the order and their errors. */
    shown: lines.slice(pages.from, pages.from + pageLines).map((line, at) => ({
      line,
      index: pages.from + at,
      errors: errorsOfLine(form.errors, pages.from + at),
    })),
    /** Adds an empty line and focuses its product. */
    addEmpty: () => {
      add();
      keys.focus(current().length - 1, 'product_id');
    },
    /** Adds lines in place of the empty ones and shows the last. Returns its index. */
    append: (added: readonly Line[]): number => {
      const kept = current().filter((line) => !isEmptyLine(line));
      write([...kept, ...added]);
      const last = kept.length + added.length - 1;
      pages.showLine(last);
      return last;
    },
  };
}

/** The page that is shown; it changes to that of the first line with an error. */
function usePages(errors: Record<string, unknown>, count: number, pageLines: number) {
  const [page, setPage] = useState(1);
  const pageOf = (index: number) => Math.floor(index / pageLines) + 1;
  const total = Math.max(1, Math.ceil(count / pageLines));
  const bad = firstBad(errors);
  const [shownBad, setShownBad] = useState(bad);
  if (bad !== shownBad) {
    setShownBad(bad);
    if (bad !== undefined) setPage(pageOf(bad));
  }
  const at = Math.min(page, total);
  return {
    at,
    total,
    from: at === 1 ? 0 : (at - 1) * pageLines,
    setPage,
    showLine: (index: number) => setPage(pageOf(index)),
  };
}

function firstBad(errors: Record<string, unknown>): number | undefined {
  const bad = Object.keys(errors).flatMap((path) => (/^items\.\d+/.test(path) ? Number(path.split('.')[1]) : []));
  return bad.length > 0 ? Math.min(...bad) : undefined;
}

/** Returns whether the focus is still in the product cell: a choice that arrives later must not move the focus. */
function isProductCell(element: Element | null, index: number): boolean {
  return (element as HTMLElement | null)?.dataset['path'] === `items.${index}.product_id`;
}
