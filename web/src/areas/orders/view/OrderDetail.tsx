import { Button, Pagination, Skeleton, Text } from '@mantine/core';
import {
  IconCircleOff,
  IconCopy,
  IconFileSpreadsheet,
  IconPencil,
  IconPercentage,
  IconPrinter,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerOrder, CustomerOrderItem } from '@bobina/contract/orders/orders.ts';
import { api } from '../../../lib/api/api.ts';
import type { ListCall } from '../../../lib/api/client.ts';
import { useFeature } from '../../../lib/features.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { exportRows } from '../../../ui/export/export-rows.ts';
import { LinkButton } from '../../../ui/link.tsx';
import { SendButton } from '../../../ui/mail/SendButton.tsx';
import { NotesButton } from '../../../ui/notes/NotesButton.tsx';
import { ReportButton } from '../../../ui/print/ReportButton.tsx';
import { alignOf, Cell } from '../../../ui/table/columns.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { ENTRY } from '../filters.ts';
import { useRepeat } from '../use-repeat.ts';
import { CloseLinesDialog } from './CloseLinesDialog.tsx';
import { orderLineColumns } from './line-columns.tsx';
import classes from './order.module.css';
import { OrderHeader } from './OrderHeader.tsx';
import { printOrder } from './print-order.ts';
import { isUndelivered } from './undelivered.ts';

/** Lines rendered per page: an imported order may have thousands. */
const PAGE_LINES = 50;
/** The screen shows units next to the quantities, so the unit column is only in exports. */
const ONLY_IN_FILES = new Set(['unit_of_measure']);

/** Shows the customer of an order and how much of each line was planned, produced, loaded, delivered and invoiced. */
export function OrderDetail({ id }: { id: number }) {
  const { t } = useTranslation('orders');
  const order = useQuery(api.customerOrders.get.query({ id }));
  if (order.data) return <Lines order={order.data} />;
  if (order.error)
    return <LoadFailed error={order.error} onRetry={() => void order.refetch()} title={t('orders.loadFailed')} />;
  return <Skeleton h={120} radius="md" aria-busy />;
}

function Lines({ order }: { order: CustomerOrder }) {
  const { t } = useTranslation('orders');
  const formats = useFormats();
  const unitOf = useUnit();
  const can = useCan();
  const mayWrite = can('customer_orders.write');
  const showsMargins = useFeature('runs') && can('costs.read');
  const { repeat, isRepeating } = useRepeat();
  const [page, setPage] = useState(1);
  const [isClosing, setClosing] = useState(false);
  const amounts = can('customer_orders.amounts');
  const columns = useMemo(() => orderLineColumns(t, formats, unitOf, amounts), [t, formats, amounts]); // oxlint-disable-line react-hooks/exhaustive-deps -- unitOf changes only with the language
  const shown = columns.filter(({ key }) => !ONLY_IN_FILES.has(key));
  const call = (async () => ({
    rows: order.items,
    total: order.items.length,
  })) as unknown as ListCall<CustomerOrderItem>;
  const pages = Math.ceil(order.items.length / PAGE_LINES);
  return (
    <div className={classes.sheet}>
      <div className={classes.tools}>
        <Text fw={600} size="sm">
          {t('lines.count', { count: order.items.length, shown: formats.number(order.items.length) })}
        </Text>
        {mayWrite && (
          <Button
            size="sm"
            variant="default"
            leftSection={<IconCopy size={17} />}
            loading={isRepeating}
            onClick={() => void repeat(order)}
          >
            {t('repeat.action')}
          </Button>
        )}
        {mayWrite && (
          <LinkButton size="sm" variant="default" to={`${ENTRY}?edit=${order.id}`}>
            <IconPencil size={17} aria-hidden style={{ marginInlineEnd: 6 }} />
            {t('view.edit')}
          </LinkButton>
        )}
        {showsMargins && (
          <LinkButton size="sm" variant="default" to={`/report/margini?order_id=${order.id}`}>
            <IconPercentage size={17} aria-hidden style={{ marginInlineEnd: 6 }} />
            {t('view.margins')}
          </LinkButton>
        )}
        <NotesButton entity="customer-orders" id={order.id} name={order.order_number} />
        <SendButton kind="customer_order" id={order.id} number={order.order_number} />
        <ReportButton path={`/customer-orders/${order.id}/report?format=pdf`} label={t('view.confirmation')} />
        <Button
          size="sm"
          variant="default"
          leftSection={<IconPrinter size={17} />}
          onClick={() => void printOrder({ order, columns, t, formats })}
        >
          {t('view.print')}
        </Button>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconFileSpreadsheet size={17} />}
          onClick={() => void exportRows({ call, query: {}, columns, title: order.order_number })}
        >
          {t('view.export')}
        </Button>
      </div>
      <OrderHeader order={order} />
      <PlainTable
        label={t('lines.title')}
        heads={shown.map((column) => ({ label: column.label, end: alignOf(column) === 'end' }))}
        minWidth={1000}
      >
        {order.items.slice((page - 1) * PAGE_LINES, page * PAGE_LINES).map((line) => (
          <tr key={line.id}>
            {shown.map((column) => (
              <td key={column.key} data-label={column.label} data-end={alignOf(column) === 'end' || undefined}>
                <Cell column={column} row={line} formats={formats} />
              </td>
            ))}
          </tr>
        ))}
      </PlainTable>
      {mayWrite && order.items.some(isUndelivered) && (
        <Button
          size="sm"
          variant="default"
          className={classes.below}
          leftSection={<IconCircleOff size={17} />}
          onClick={() => setClosing(true)}
        >
          {t('close.action')}
        </Button>
      )}
      {isClosing && <CloseLinesDialog order={order} onClose={() => setClosing(false)} />}
      {pages > 1 && (
        <Pagination
          value={page}
          total={pages}
          onChange={setPage}
          getControlProps={(control) => ({
            'aria-label': t(`lines.${control === 'next' ? 'nextPage' : 'previousPage'}`),
          })}
          getItemProps={(number) => ({ 'aria-label': t('lines.page', { page: formats.number(number) }) })}
        />
      )}
    </div>
  );
}
