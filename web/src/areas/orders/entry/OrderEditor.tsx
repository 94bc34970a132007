import { Alert, Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerOrderRow } from '@bobina/contract/orders/orders.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem, problemText } from '../../../lib/api/problem.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { EntityLoader } from '../../../ui/page/EntityLoader.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { SubScreen } from '../../../ui/page/SubScreen.tsx';
import { toast } from '../../../ui/toasts.ts';
import { ENTRY } from '../filters.ts';
import { OrderHeader, type KnownOrder } from '../view/OrderHeader.tsx';
import { bodyOf } from './order-line.ts';
import { OrderForm } from './OrderForm.tsx';

/** Reads an order and shows its form. If the read fails, shows the order read-only from the cached list. */
export function OrderEditor({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('orders');
  const order = useQuery(api.customerOrders.get.query({ id }));
  const { error } = order;
  const isGone = error instanceof ApiProblem && error.code === 'NOT_FOUND';
  const row = error && !isGone ? knownRow(id) : undefined;
  const isLost = error !== null && order.data === undefined;
  const leave = useEffectEvent(() => {
    toast.problem(error, t('orders.loadFailed'));
    onClose();
  });
  const mustLeave = isLost && !row;
  useEffect(() => {
    if (mustLeave) leave();
  }, [mustLeave]);
  if (isLost && row)
    return (
      <SubScreen title={row.order_number} to={ENTRY}>
        <OrderFallback
          row={row}
          error={error}
          isFetching={order.isFetching}
          onRetry={() => void order.refetch()}
          onClose={onClose}
        />
      </SubScreen>
    );
  return (
    <EntityLoader query={order} onFailed={() => {}}>
      {(loaded) => (
        <SubScreen title={loaded.order_number} to={ENTRY}>
          <OrderForm
            order={loaded}
            save={({ body, version }, options) =>
              api.customerOrders.update(
                { id, body: bodyOf(body as never), ...(version !== undefined && { version }) },
                options,
              )
            }
            onSaved={onClose}
            onCancel={onClose}
          />
        </SubScreen>
      )}
    </EntityLoader>
  );
}

/** Returns what the cached lists hold of the order; each list holds the fields that it shows. */
function knownRow(id: number): KnownOrder | undefined {
  const rows = queryClient
    .getQueriesData<{ rows: CustomerOrderRow[] }>({ queryKey: api.customerOrders.list.key })
    .flatMap(([, data]) => data?.rows ?? [])
    .filter((row) => row.id === id);
  return rows.length === 0 ? undefined : (Object.assign({}, ...rows) as KnownOrder);
}

/** Shows the cached row of an order that cannot be read, without fields to change. */
function OrderFallback({
  row,
  error,
  isFetching,
  onRetry,
  onClose,
}: {
  row: KnownOrder;
  error: Error;
  isFetching: boolean;
  onRetry: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('orders');
  const { t: common } = useTranslation();
  return (
    <Page
      actions={
        <Button variant="default" onClick={onClose}>
          {common('action.close')}
        </Button>
      }
    >
      <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert" title={t('orders.loadFailed')}>
        <p style={{ margin: '0 0 10px' }}>
          {problemText(error, common('problem.unexpected'))} {t('orders.fromList')}
        </p>
        <Button size="sm" color="red.8" loading={isFetching} onClick={onRetry}>
          {common('action.retry')}
        </Button>
      </Alert>
      <OrderHeader order={row} />
    </Page>
  );
}
