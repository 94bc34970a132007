import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { mayEndPrevious, type CellValue, type ImportColumn } from './import-columns.ts';
import { DownloadFaults } from './DownloadFaults.tsx';
import { RowResults } from './RowResults.tsx';
import { useReadingTime } from './use-reading-time.ts';
import type { ImportChoices, Preview } from './use-register-import.ts';
import { firstField } from '../focus/focus-first.ts';
import { FinalNote } from '../overlay/FinalNote.tsx';
import { useLayerHandler } from '../overlay/use-layer.ts';
import FullSelect from '../form/FullSelect.tsx';

interface Props {
  columns: readonly ImportColumn[];
  preview: Preview;
  /** The values that the form of a new row starts with. */
  usual?: Readonly<Record<string, unknown>> | undefined;
  onBack: () => void;
  onCheck: (choices: ImportChoices) => void;
  onSend: (preview: Preview, chosen: Readonly<Record<string, CellValue>>) => void;
}

/**
 * Shows what the import would do. Fields that the database would fill in for new rows have no preselected value: the
 * user chooses one before the import, or takes those of the form with one button.
 */
export function PreviewStep({ columns, preview, usual = {}, onBack, onCheck, onSend }: Props) {
  const { t } = useTranslation('imports');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const { results, rows, problem } = preview;
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const open = useMemo(() => openFields(columns, preview), [columns, preview]);
  const optionsOf = ({ kind: { kind }, options }: ImportColumn) =>
    kind === 'flag'
      ? [
          { value: 'true', label: common('yes') },
          { value: 'false', label: common('no') },
        ]
      : [...options];
  const usualOfOpen = open.flatMap(({ name }) => {
    const value = usual[name];
    return typeof value === 'string' || typeof value === 'boolean' ? [[name, String(value)]] : [];
  });
  const given = Object.fromEntries(
    open.flatMap(({ name, kind }) => {
      const value = chosen[name];
      return value === undefined ? [] : [[name, kind.kind === 'flag' ? value === 'true' : value]];
    }),
  ) as Record<string, CellValue>;
  const shown = useMemo(
    () =>
      results.map((result, index) =>
        result.action === 'create'
          ? {
              ...result,
              changes: [
                ...result.changes,
                ...Object.entries(given).flatMap(([field, after]) =>
                  rows[index]!.values[field] === undefined ? [{ field, before: null, after }] : [],
                ),
              ],
            }
          : result,
      ),
    [results, rows, chosen], // oxlint-disable-line react-hooks/exhaustive-deps -- `given` follows from `chosen`
  );
  const count = results.filter(({ action }) => action === 'create' || action === 'update').length;
  const overlaps = countOverlaps(columns, preview);
  const confirmButton = useRef<HTMLButtonElement>(null);
  const choices = useRef<HTMLDivElement>(null);
  const endButton = useRef<HTMLButtonElement>(null);
  const backButton = useRef<HTMLButtonElement>(null);
  const isMeant = useReadingTime();
  /** The next thing to do: the import, else what keeps it from starting. */
  const focusNext = () => {
    const correction = (choices.current && firstField(choices.current)) ?? endButton.current ?? backButton.current;
    (confirmButton.current!.disabled ? correction : confirmButton.current)!.focus();
  };
  const focusFirst = useEffectEvent(focusNext);
  useEffect(() => focusFirst(), []);
  useLayerHandler('save', () => (confirmButton.current!.disabled ? focusNext() : confirmButton.current!.click()));
  return (
    <Stack gap="sm">
      {problem && (
        <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert">
          {problem}
        </Alert>
      )}
      <UnknownNames columns={columns} preview={preview} />
      {open.length > 0 && (
        <div>
          <Text size="sm" fw={600} mb={4}>
            {t('chooseFor')}
          </Text>
          <Group gap="sm" align="flex-end" ref={choices}>
            {open.map((column) => (
              <FullSelect
                key={column.name}
                label={column.label}
                withAsterisk
                w={190}
                value={chosen[column.name] ?? null}
                data={optionsOf(column)}
                allowDeselect={false}
                onChange={(value) => value !== null && setChosen((before) => ({ ...before, [column.name]: value }))}
              />
            ))}
            {usualOfOpen.length > 0 && (
              <Button
                variant="default"
                onClick={() =>
                  setChosen((before) => ({ ...before, ...(Object.fromEntries(usualOfOpen) as typeof before) }))
                }
              >
                {t('useUsual')}
              </Button>
            )}
          </Group>
        </div>
      )}
      {overlaps > 0 && (
        <Alert color="yellow" variant="light" icon={<IconAlertCircle />} role="alert">
          <Group gap="sm" justify="space-between">
            {t('overlaps', { count: overlaps, shown: formats.number(overlaps) })}
            <Button
              ref={endButton}
              variant="default"
              onClick={(event) => isMeant(event) && onCheck({ ...preview, endsPrevious: true })}
            >
              {t('endAndRetry')}
            </Button>
          </Group>
        </Alert>
      )}
      <RowResults results={shown} file={preview.file} columns={columns} />
      {count > 0 && <FinalNote />}
      <Group justify="space-between">
        <DownloadFaults results={results} file={preview.file} columns={columns} />
        <Group>
          <Button
            ref={backButton}
            variant="default"
            // The button has the focus when every row is refused: a key that is held would alternate between the steps.
            onClick={(event) => isMeant(event) && onBack()}
          >
            {t('back')}
          </Button>
          <Button
            ref={confirmButton}
            disabled={count === 0 || open.some(({ name }) => chosen[name] === undefined)}
            onClick={(event) => isMeant(event) && onSend(preview, given)}
          >
            {t('confirm', { count, shown: formats.number(count) })}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

/** The fields with a default of the database that a new row of the file leaves empty. */
function openFields(columns: readonly ImportColumn[], { results, rows }: Preview): ImportColumn[] {
  const fresh = rows.filter((_, index) => results[index]!.action === 'create');
  return columns.filter(({ name, kind }) => kind.hasDefault && fresh.some(({ values }) => values[name] === undefined));
}

/** The number of new prices that overlap an earlier one, which the import could end. */
function countOverlaps(columns: readonly ImportColumn[], { results, fields, mode, endsPrevious }: Preview): number {
  if (endsPrevious || mode === 'update' || !mayEndPrevious(columns, fields)) return 0;
  return results.filter((result) => result.fields.some(({ code }) => code === 'overlap')).length;
}

const MOST_NAMES = 20;
const MOST_ROWS = 8;

/** Lists the codes and names that do not exist, with their rows. */
function UnknownNames({ columns, preview: { results, rows } }: { columns: readonly ImportColumn[]; preview: Preview }) {
  const { t } = useTranslation('imports');
  const formats = useFormats();
  const found = new Map<string, { column: string; value: string; rows: number[] }>();
  for (const [index, { row, fields }] of results.entries())
    for (const { path } of fields.filter(({ code }) => code === 'unknown')) {
      const value = String(rows[index]!.values[path] ?? '');
      const column = columns.find(({ name }) => name === path)?.label ?? path;
      const key = `${path} ${value.toLowerCase()}`;
      const known = found.get(key) ?? { column, value, rows: [] };
      known.rows.push(row);
      found.set(key, known);
    }
  if (found.size === 0) return null;
  const named = [...found.values()].slice(0, MOST_NAMES).map(({ column, value, rows: at }) => {
    const shown = at.slice(0, MOST_ROWS).map((row) => formats.number(row));
    const list = [...shown, ...(at.length > MOST_ROWS ? ['…'] : [])].join(', ');
    return t('unknownAt', { count: at.length, column, value, rows: list });
  });
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert" title={t('unknown')}>
      {[...named, ...(found.size > MOST_NAMES ? ['…'] : [])].join(' · ')}
    </Alert>
  );
}
