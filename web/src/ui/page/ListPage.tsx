import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconFileSpreadsheet, IconPlus, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import type { ListCall } from '../../lib/api/client.ts';
import { exportRows } from '../export/export-rows.ts';
import { LinkButton, LinkIcon } from '../link.tsx';
import { printRows } from '../print/print-rows.ts';
import { sortable } from '../table/columns.tsx';
import { DataTable, type DataTableProps } from '../table/DataTable.tsx';
import { useRows } from '../table/use-rows.ts';
import { Page } from './Page.tsx';
import classes from './page.module.css';
import { SearchBox } from './SearchBox.tsx';
import { useScreen } from './screen-context.ts';
import { useNarrow } from '../use-narrow.ts';

interface Props<Row> extends Omit<DataTableProps<Row>, 'rows' | 'label' | 'onSort' | 'onClearFilters'> {
  call: ListCall<Row>;
  /** What is asked of the server: the filters, without `sort`. */
  query: Record<string, unknown>;
  onSort: (sort: string) => void;
  onClearFilters: () => void;
  search: { value: string; onChange: (value: string) => void; label?: string };
  /** More filters, after the search box. */
  filters?: ReactNode;
  /** What stands between the title and the table, for example counters. */
  above?: ReactNode;
  /** What the screen is for, before the count. */
  subtitle?: string;
  /** "63 prodotti" */
  countLabel?: (count: number, shown: string) => string;
  /** The button for a new one: an address or an act; absent for those who may not. */
  create?: { label: string; to?: string; onClick?: () => void } | undefined;
  /** More buttons beside the title. */
  extraActions?: ReactNode;
  /** What stands around filters and table: the tabs of a screen with several lists. */
  frame?: (content: ReactNode) => ReactNode;
  /** What the print button does, instead of printing the rows as filtered. */
  onPrint?: () => void;
}

/** A list screen: title, count, search, filters, table, Excel, print, new. Its state is the address. */
export function ListPage<Row>({
  call,
  query,
  search,
  filters,
  above,
  subtitle,
  countLabel,
  create,
  extraActions,
  frame = (content) => content,
  onPrint,
  ...table
}: Props<Row>) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { title } = useScreen();
  // An address that was typed or kept may sort by what is no column here, or none that this role sees.
  const sort = sortable(table.columns, table.sort);
  const asked = { ...query, ...(sort && { sort }) };
  const rows = useRows(call, asked);
  const isNarrow = useNarrow('48em');
  const shown = formats.number(rows.total ?? 0);
  const count =
    rows.total === undefined
      ? '\u00a0'
      : (countLabel?.(rows.total, shown) ?? t('list.count', { count: rows.total, shown }));
  const output = { call, query: asked, columns: table.columns, title };

  const tool = (label: string, icon: ReactNode, onClick: () => void) =>
    isNarrow ? (
      <Tooltip label={label}>
        <ActionIcon variant="default" size="lg" aria-label={label} onClick={onClick} disabled={!rows.total}>
          {icon}
        </ActionIcon>
      </Tooltip>
    ) : (
      <Button variant="default" leftSection={icon} onClick={onClick} disabled={!rows.total}>
        {label}
      </Button>
    );
  const actions = (
    <>
      {extraActions}
      {tool(t('action.print'), <IconPrinter size={18} />, () =>
        onPrint ? onPrint() : void printRows(output, formats),
      )}
      {tool(t('action.export'), <IconFileSpreadsheet size={18} />, () => void exportRows(output))}
      {create?.to &&
        (isNarrow ? (
          <LinkIcon to={create.to} variant="filled" size="lg" aria-label={create.label}>
            <IconPlus size={18} />
          </LinkIcon>
        ) : (
          <LinkButton to={create.to} leftSection={<IconPlus size={18} />}>
            {create.label}
          </LinkButton>
        ))}
      {create?.onClick &&
        (isNarrow ? (
          <ActionIcon variant="filled" size="lg" aria-label={create.label} onClick={create.onClick}>
            <IconPlus size={18} />
          </ActionIcon>
        ) : (
          <Button leftSection={<IconPlus size={18} />} onClick={create.onClick}>
            {create.label}
          </Button>
        ))}
    </>
  );
  return (
    <Page
      fill
      subtitle={
        <>
          {subtitle && `${subtitle} · `}
          <span aria-live="polite">{count}</span>
        </>
      }
      actions={actions}
    >
      {above}
      {frame(
        <div className={classes.panel}>
          <search className={classes.filters}>
            <SearchBox {...search} />
            {filters}
          </search>
          <DataTable {...table} sort={sort} label={title} rows={rows} />
        </div>,
      )}
    </Page>
  );
}
