import { Loader, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Call, ListCall } from '../../lib/api/client.ts';
import { toast } from '../toasts.ts';
import { useFormHere } from './form-context.ts';

const OFFERED = 30;
const WAIT = 180;

export interface PickerProps<Row extends { id: number }> extends Omit<
  SelectProps,
  'value' | 'onChange' | 'data' | 'onSelect' | 'list'
> {
  list: ListCall<Row>;
  /** Reads the chosen one, whose name the search may not return. */
  get: Call<{ id: number }, Row>;
  nameOf: (row: Row) => string;
  /** Filters that always hold, for example `{ status: 'active' }`. */
  query?: Record<string, unknown>;
  value: number | null | undefined;
  onChange: (id: number | null, row: Row | undefined) => void;
  /** Said when the search fails. */
  failure?: string;
}

/** The filters of a search that always hold, as a text to compare. */
const filtersOf = (key: readonly unknown[] | undefined): string => {
  const { q: _, limit: __, ...filters } = (key?.[2] as { query?: Record<string, unknown> } | undefined)?.query ?? {};
  return JSON.stringify(filters);
};

/** Picks one of however many: the server searches as one types. */
export const Picker = <Row extends { id: number }>({
  list,
  get,
  nameOf,
  query,
  value,
  onChange,
  failure,
  ...rest
}: PickerProps<Row>) => {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const current = useQuery({ ...get.query({ id: value ?? 0 }), enabled: typeof value === 'number' });
  const name = value && current.data ? nameOf(current.data) : '';
  const [typed] = useDebouncedValue(search, WAIT);
  const q = typed === name ? '' : typed;
  const found = useQuery({
    ...list.query({ query: { ...query, ...(q && { q }), limit: OFFERED } }),
    enabled: isOpen,
    // Old rows while new ones come, unless they are others altogether: those of another supplier are not offered.
    placeholderData: (rows, last) => (filtersOf(last?.queryKey) === JSON.stringify(query ?? {}) ? rows : undefined),
  });
  const rows = found.data?.rows ?? [];
  const offered = current.data && value && !rows.some(({ id }) => id === value) ? [current.data, ...rows] : rows;
  const said = found.error && (failure ?? t('list.loadFailed'));
  useEffect(() => {
    if (said) toast.error(said);
  }, [said]);
  const isWaiting = isOpen && (found.isFetching || typed !== search);
  return (
    <Select
      placeholder={t('form.searchToPick')}
      nothingFoundMessage={isWaiting ? t('app.loading') : (said ?? t('list.noMatch'))}
      {...rest}
      searchable
      filter={({ options }) => options}
      clearable={!rest.required}
      clearButtonProps={{ 'aria-label': t('action.clear') }}
      rightSection={isWaiting ? <Loader size="xs" type="oval" /> : undefined}
      rightSectionPointerEvents="all"
      data={offered.map((row) => ({ value: String(row.id), label: nameOf(row) }))}
      value={value ? String(value) : null}
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onChange={(id) =>
        onChange(
          id === null ? null : Number(id),
          offered.find((row) => String(row.id) === id),
        )
      }
    />
  );
};

/** A Picker of the form around it. @param onPick after the form has the id: for what the choice fills in */
export const EntityPicker = <Row extends { id: number }>({
  name,
  onPick,
  ...rest
}: { name: string; label: string; onPick?: (row: Row | undefined) => void } & Omit<
  PickerProps<Row>,
  'value' | 'onChange' | 'name' | 'label'
>) => {
  const form = useFormHere();
  // oxlint-disable-next-line no-explicit-any -- what Mantine types as any
  const { error, ...props } = form.getInputProps(name) as Record<string, any>;
  const value = form.useWatchValue(name) as number | null;
  return (
    <Picker
      {...({ 'data-path': props['data-path'] } as object)}
      {...rest}
      error={error}
      value={value}
      onChange={(id, row) => {
        form.setFieldValue(name, id);
        onPick?.(row);
      }}
    />
  );
};
