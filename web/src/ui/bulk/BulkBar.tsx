import { Button, Progress, Text } from '@mantine/core';
import { useEffect, useRef, useState, type Key, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { trackActs } from '../../lib/api/acts.ts';
import { useFormats } from '../../lib/formats.ts';
import { queryClient } from '../../lib/query-client.ts';
import { exportTables, type Output } from '../export/export-rows.ts';
import { readAll } from '../export/read-all.ts';
import { confirm } from '../overlay/confirm.ts';
import { readsOf } from '../table/row-fields.ts';
import type { RowSource } from '../table/use-rows.ts';
import type { Selection } from '../table/use-selection.ts';
import { toast } from '../toasts.ts';
import type { BulkAct, ListAct } from './bulk-act.tsx';
import { reasonOf } from './bulk-act.tsx';
import classes from './bulk.module.css';
import { runBulk } from './run-bulk.ts';

/** The rows that a question or the bar names. */
const MOST_NAMED = 6;
/** The rows that are read before a question, to count those that it concerns. */
const MOST_COUNTED = 2000;

interface Props<Row> {
  selection: Selection<Row>;
  acts: readonly ListAct<Row>[];
  /** The list and its filters, to read all rows that match, and for the export. */
  output: Output<Row>;
  idOf: (row: Row) => Key;
  /** Names a row: an order number, a code. */
  rowName: (row: Row) => string;
  rows: RowSource<Row>;
}
interface Running {
  label: string;
  done: number;
  total: number;
  stop: () => void;
}

/** The bar of a list with selected rows: their number, the acts, and the progress of a running act. */
function BulkBar<Row>({ selection, acts, output, idOf, rowName, rows: listed }: Props<Row>) {
  const { t } = useTranslation('lists');
  const formats = useFormats();
  const [running, setRunning] = useState<Running>();
  /** The label of the act that ran last, whose button gets the focus back. */
  const pressed = useRef<string>(undefined);
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    if (running) {
      pressed.current = running.label;
      return;
    }
    const { activeElement } = document;
    const button = [...(bar.current?.querySelectorAll('button') ?? [])].find(
      (one) => one.textContent === pressed.current,
    );
    pressed.current = undefined;
    if (button && (activeElement === document.body || bar.current!.contains(activeElement))) button.focus();
  }, [running]);
  const { count, selected } = selection;
  const shown = formats.number(count);
  const total = listed.total ?? 0;
  /** The rows for which an act failed and which the list does not show, because the act has moved them out of its filter. */
  const gone = () => {
    const failed = [...selected.rows].filter(([id]) => selection.failureOf(id) !== undefined);
    if (failed.length === 0 || listed.total === undefined || listed.isFetching) return [];
    const loaded = Array.from({ length: Math.min(total, MOST_COUNTED) }, (_, index) => listed.at(index));
    const ids = new Set(loaded.flatMap((row) => (row === undefined ? [] : [idOf(row)])));
    return failed.filter(([id]) => !ids.has(id));
  };

  /**
   * The selected rows. Reads all pages if the user selected all that match, or if rows lack one of the fields, because
   * they were selected before its column was shown.
   */
  const readSelected = async (
    stop: AbortController,
    fields: readonly string[] = [],
    onProgress: (done: number, all: number) => void = () => {},
  ) => {
    const rows = [...selected.rows.values()];
    const areWhole = rows.every((row) => fields.every((field) => field in (row as object)));
    if (!selected.isAll && areWhole) return rows;
    const all = await readAll(output.call, output.query, { signal: stop.signal, onProgress });
    return all.filter((row) => selected.rows.has(idOf(row)) !== selected.isAll);
  };
  /** The number of selected rows that an act refuses; 0 if they are too many to be read before the question. */
  const countRefused = async ({ refuse }: BulkAct<Row>) => {
    if (!refuse || count > MOST_COUNTED) return 0;
    const rows = await readSelected(new AbortController()).catch(() => []);
    return rows.filter((row) => refuse(row) !== undefined).length;
  };
  /** The names of the first selected rows that an act concerns; empty if the question names the only one, or for all rows. */
  const namesFor = ({ refuse, question }: BulkAct<Row>) => {
    const rows = selected.isAll ? [] : [...selected.rows.values()].filter((row) => !refuse?.(row));
    if (rows.length === 1 && !question) return '';
    const names = rows.slice(0, MOST_NAMED).map((row) => rowName(row));
    return rows.length > MOST_NAMED ? `${names.join(', ')} …` : names.join(', ');
  };
  const work = async (
    label: string,
    run: (rows: Row[], stop: AbortController) => Promise<void>,
    fields: readonly string[] = [],
  ) => {
    const stop = new AbortController();
    setRunning({ label, done: 0, total: count, stop: () => stop.abort() });
    try {
      const onProgress = (done: number, all: number) =>
        setRunning({ label, done, total: all, stop: () => stop.abort() });
      await run(await readSelected(stop, fields, onProgress), stop);
    } catch (error) {
      if (!stop.signal.aborted) toast.error(reasonOf(error));
    } finally {
      setRunning(undefined);
    }
  };
  const runAct = async (act: BulkAct<Row>) => {
    const skipped = await countRefused(act);
    const concerned = formats.number(count - skipped);
    const [only] = count === 1 && !selected.isAll ? selected.rows.values() : [];
    const deletion = only ? t('bulk.deleteOne', { name: rowName(only) }) : t('bulk.delete', { shown });
    const question = act.question?.(concerned) ?? (act.danger && deletion);
    // Without a row that it concerns, the act only shows the reasons.
    const isSure =
      !question ||
      skipped === count ||
      (await confirm({
        title: act.label,
        message: (
          <>
            {question}
            <Text size="sm" c="dimmed" mt={4}>
              {namesFor(act)}
            </Text>
            {skipped > 0 && <p>{t('bulk.skipped', { count: skipped, shown: formats.number(skipped) })}</p>}
          </>
        ),
        confirmLabel: act.label,
        ...(act.danger && { danger: true }),
        ...(act.isFinal && { isFinal: true }),
      }));
    if (!isSure) return;
    await work(act.label, async (rows, stop) => {
      const acts = trackActs();
      const { done, failed } = await runBulk(act, rows, {
        signal: stop.signal,
        options: acts.options,
        notSent: t('bulk.notSent'),
        onProgress: (finished, all) =>
          setRunning({ label: act.label, done: finished, total: all, stop: () => stop.abort() }),
      });
      for (const entity of act.refresh) void queryClient.invalidateQueries({ queryKey: [entity] });
      selection.keepFailed(new Map(failed.map((one) => [idOf(one.row), one])));
      const count = done.length;
      if (count > 0) {
        const message = t('bulk.done', { act: act.label, count, shown: formats.number(count) });
        const { next, takeBack } = act;
        if (next) toast.offer(message, [next]);
        else toast.success(message, takeBack ? { takeBack: () => takeBack(done) } : acts);
      }
      if (failed.length > 0)
        toast.error(t('bulk.failed', { count: failed.length, shown: formats.number(failed.length) }));
    });
  };
  const exportSelected = () =>
    work(
      t('bulk.export'),
      (rows) => exportTables(output.title, [{ title: output.title, columns: output.columns, rows }]),
      output.columns.flatMap((column) => readsOf(column) ?? []),
    );

  if (running)
    return (
      <Bar ref={bar} label={t('bulk.bar')}>
        <Text size="sm" aria-live="polite">
          {t('bulk.running', {
            act: running.label,
            done: formats.number(running.done),
            total: formats.number(running.total),
          })}
        </Text>
        <Progress.Root size="lg" className={classes.progress!}>
          <Progress.Section
            value={running.total === 0 ? 0 : (running.done / running.total) * 100}
            aria-label={running.label}
          />
        </Progress.Root>
        <Button variant="default" size="sm" onClick={running.stop}>
          {t('bulk.stop')}
        </Button>
      </Bar>
    );
  if (count === 0) return null;
  const hidden = gone();
  const isAll = hidden.length === 0 && count >= total;
  return (
    <Bar ref={bar} label={t('bulk.bar')}>
      <Text size="sm" fw={600} aria-live="polite">
        {t(isAll ? 'bulk.all' : 'bulk.selected', { count, shown })}
      </Text>
      {!isAll && total > 0 && (
        <Button variant="subtle" size="sm" onClick={selection.all}>
          {t('bulk.selectAll', { count: total, shown: formats.number(total) })}
        </Button>
      )}
      <div className={classes.acts}>
        {acts.map((act) => (
          <Button
            key={act.key}
            size="sm"
            variant="default"
            {...(act.danger && { c: 'var(--mantine-color-error)' })}
            leftSection={act.icon}
            onClick={() => void ('open' in act ? work(act.label, async (rows) => act.open(rows)) : runAct(act))}
          >
            {act.label}
          </Button>
        ))}
        <Button size="sm" variant="default" onClick={() => void exportSelected()}>
          {t('bulk.export')}
        </Button>
        <Button size="sm" variant="subtle" onClick={selection.clear}>
          {t('bulk.clear')}
        </Button>
      </div>
      {hidden.length > 0 && (
        <ul className={classes.hidden}>
          {hidden.slice(0, MOST_NAMED).map(([id, row]) => (
            <li key={id}>
              {rowName(row)}: {selection.failureOf(id)}
            </li>
          ))}
          {hidden.length > MOST_NAMED && <li>…</li>}
        </ul>
      )}
    </Bar>
  );
}
export default BulkBar;

function Bar({ ref, label, children }: { ref: Ref<HTMLElement>; label: string; children: ReactNode }) {
  return (
    <section ref={ref} aria-label={label} className={classes.bar}>
      {children}
    </section>
  );
}
