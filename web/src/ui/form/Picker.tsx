import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Call, ListCall } from '../../lib/api/client.ts';
import { toast } from '../toasts.ts';
import { useFormHere } from './form-context.ts';
import { matchChoices, type Choice } from './picker-match.ts';
import { AT_REST, PickerBox, type PickerLook, type PickerState } from './PickerBox.tsx';

const OFFERED = 30;
/** Maximum number of local choices to render. */
const MOST_LOCAL_CHOICES = 50;
const WAIT = 180;

export interface PickerProps<Row extends { id: number }> extends PickerLook {
  list: ListCall<Row>;
  /** Reads the chosen row; the search may not return it. */
  get: Call<{ id: number }, Row>;
  nameOf: (row: Row) => string;
  /** Constant filters, for example `{ status: 'active' }`. */
  query?: Record<string, unknown>;
  value: number | null | undefined;
  onChange: (id: number | null, row: Row | undefined) => void;
  /** Message if the search fails. */
  failure?: string;
}

/** A picker whose choices come from a server search. */
export function Picker<Row extends { id: number }>({
  list,
  get,
  nameOf,
  query,
  value,
  onChange,
  failure,
  ...rest
}: PickerProps<Row>) {
  const { t } = useTranslation();
  const [state, onState] = usePickerState();
  const [chosen, setChosen] = useState<Row>();
  const current = useQuery({ ...get.query({ id: value ?? 0 }), enabled: typeof value === 'number' });
  const known = current.data ?? (chosen?.id === value ? chosen : undefined);
  const name = value && known ? nameOf(known) : '';
  const text = state.typed === null || state.typed === name ? '' : state.typed.trim();
  const [settled] = useDebouncedValue(text, WAIT);
  // Skips the debounce when the field has been left and waits for the answer.
  const q = state.isLeaving || text === '' ? text : settled;
  const found = useQuery({
    ...list.query({ query: { ...query, ...(q && { q, best_first: true }), limit: OFFERED } }),
    enabled: state.isOpen || state.isLeaving || q !== '',
    // Keeps the previous rows while loading, unless the constant filters changed (for example another supplier).
    placeholderData: (rows, last) => (filtersOf(last?.queryKey) === JSON.stringify(query ?? {}) ? rows : undefined),
  });
  const rows = found.data?.rows ?? [];
  const offered = q === '' && known && value && !rows.some(({ id }) => id === value) ? [known, ...rows] : rows;
  const failureText = found.error ? (failure ?? t('list.loadFailed')) : undefined;
  useEffect(() => {
    if (failureText) toast.error(failureText);
  }, [failureText]);
  const isAnswered = failureText !== undefined || (found.isSuccess && !found.isPlaceholderData);
  return (
    <PickerBox
      {...rest}
      state={state}
      onState={onState}
      answer={{
        choices: offered.map((row) => ({ value: String(row.id), label: nameOf(row), row })),
        isReady: q === text && isAnswered && (rows.length > 0 || !found.isFetching),
        failure: failureText,
      }}
      value={value ? String(value) : null}
      shown={name}
      onChoose={(choice) => {
        const row = choice ? offered.find(({ id }) => String(id) === choice.value) : undefined;
        setChosen(row);
        onChange(row?.id ?? null, row);
      }}
    />
  );
}

/**
 * A Picker bound to the surrounding form.
 * @param onPick called after the form has the id, to fill in other fields
 */
export function EntityPicker<Row extends { id: number }>({
  name,
  onPick,
  ...rest
}: { name: string; label: string; onPick?: (row: Row | undefined) => void } & Omit<
  PickerProps<Row>,
  'value' | 'onChange' | 'name' | 'label'
>) {
  const form = useFormHere();
  // oxlint-disable-next-line no-explicit-any -- Mantine types it as any
  const { error, ...props } = form.getInputProps(name) as Record<string, any>;
  const value = form.useWatchValue(name) as number | null;
  return (
    <Picker
      data-path={props['data-path']}
      {...rest}
      error={error}
      value={value}
      onChange={(id, row) => {
        form.setFieldValue(name, id);
        onPick?.(row);
      }}
    />
  );
}

interface ChoicePickerProps extends PickerLook {
  data: readonly Choice[];
  value: string | null;
  onChange: (value: string | null) => void;
  /** Whether more choices are loading. */
  isLoading?: boolean;
}

/** A picker over choices that are already loaded. */
export function ChoicePicker({ data, value, onChange, isLoading = false, ...rest }: ChoicePickerProps) {
  const [state, onState] = usePickerState();
  const shown = data.find((choice) => choice.value === value)?.label ?? '';
  const text = state.typed === null || state.typed === shown ? '' : state.typed;
  const choices = matchChoices(data, text).slice(0, MOST_LOCAL_CHOICES);
  return (
    <PickerBox
      {...rest}
      state={state}
      onState={onState}
      answer={{ choices, isReady: choices.length > 0 || !isLoading }}
      value={value}
      shown={shown}
      onChoose={(choice) => onChange(choice?.value ?? null)}
    />
  );
}

/** A ChoicePicker bound to the surrounding form. */
export function ChoiceField({
  name,
  ...rest
}: { name: string; label: string } & Omit<ChoicePickerProps, 'value' | 'onChange' | 'name' | 'label'>) {
  const form = useFormHere();
  // oxlint-disable-next-line no-explicit-any -- Mantine types it as any
  const { error, ...props } = form.getInputProps(name) as Record<string, any>;
  const value = form.useWatchValue(name) as string | null | undefined;
  return (
    <ChoicePicker
      data-path={props['data-path']}
      {...rest}
      error={error}
      value={value || null}
      onChange={(next) => form.setFieldValue(name, next)}
    />
  );
}

/** Serialises the constant filters of a search for comparison. */
function filtersOf(key: readonly unknown[] | undefined): string {
  const {
    q: _,
    limit: __,
    best_first: ___,
    ...filters
  } = (key?.[2] as { query?: Record<string, unknown> } | undefined)?.query ?? {};
  return JSON.stringify(filters);
}

function usePickerState() {
  const [state, setState] = useState<PickerState>(AT_REST);
  return [state, (change: Partial<PickerState>) => setState((before) => ({ ...before, ...change }))] as const;
}
