import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from './columns.tsx';
import classes from './table.module.css';

interface Props<Row> {
  columns: readonly Column<Row>[];
  sort: string | undefined;
  onSort: (sort: string) => void;
}

/** Where columns fold into the rows, their headers are gone: sorts by any of them, up or down. */
export function SortChoice<Row>({ columns, sort = '', onSort }: Props<Row>) {
  const { t } = useTranslation();
  const isDown = sort.startsWith('-');
  const key = isDown ? sort.slice(1) : sort;
  const options = columns
    .filter(({ sortable }) => sortable !== false)
    .map((column) => ({ value: column.key, label: column.label }));
  const Icon = isDown ? IconSortDescending : IconSortAscending;
  return (
    <div className={classes.sorting}>
      <NativeSelect
        aria-label={t('list.sortBy')}
        size="xs"
        value={key}
        data={
          options.some(({ value }) => value === key) ? options : [{ value: key, label: t('list.sortBy') }, ...options]
        }
        onChange={(event) => onSort(event.currentTarget.value)}
      />
      <ActionIcon
        variant="default"
        aria-label={t(isDown ? 'list.descending' : 'list.ascending')}
        onClick={() => onSort(isDown ? key : `-${key}`)}
        disabled={key === ''}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}
