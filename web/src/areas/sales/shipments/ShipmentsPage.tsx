import { Alert, Button, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { DayBox } from '../../../ui/form/DayBox.tsx';
import { LinkAnchor, LinkButton } from '../../../ui/link.tsx';
import { useLeaveGuard } from '../../../ui/overlay/use-leave-guard.ts';
import { useScreen } from '../../../ui/page/screen-context.ts';
import { dayFilter, textFilter } from '../../../ui/page/filter-fields.ts';
import { Page } from '../../../ui/page/Page.tsx';
import pageClasses from '../../../ui/page/page.module.css';
import { Panel } from '../../../ui/page/Panel.tsx';
import { SearchBox } from '../../../ui/page/SearchBox.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { ReportButton } from '../../../ui/print/ReportButton.tsx';
import { ScanField } from '../../../ui/scan/CameraButton.tsx';
import { UnsentScans } from '../../../ui/scan/UnsentScans.tsx';
import { EmptyState, LoadFailed, NoMatch } from '../../../ui/table/TableStates.tsx';
import { packingListPath } from '../calls.ts';
import { ConfirmedPart } from './ConfirmedPart.tsx';
import { byReceiver } from './parts.ts';
import { ShipmentOrder } from './ShipmentOrder.tsx';
import classes from './shipments.module.css';
import { usePicking } from './use-picking.ts';
import { useShip } from './use-ship.tsx';

const PAGE_ORDERS = 50;
const Filters = { q: textFilter(), day: dayFilter() };

/** The query of the picking sheet: its lines and the day of shipment. */
function pickingQuery(ticked: ReadonlySet<number>, day: string | undefined): string {
  return String(new URLSearchParams({ format: 'pdf', item_ids: [...ticked].join(','), ...(day && { day }) }));
}

/** Shows /operazioni/spedizioni: what can be shipped by a day, by customer and delivery address. */
function ShipmentsPage() {
  const { t } = useTranslation(['sales', 'shipments']);
  const formats = useFormats();
  const mayShip = useCan()('packing_lists.write');
  const { mayOpen } = useScreen();
  const [{ q = '', day }, setFilters] = useFilters(Filters);
  const [shownOrders, setShownOrders] = useState(PAGE_ORDERS);
  const ready = useQuery({
    ...api.shipments.ready.query({ query: { q, day, sort: 'customer_name', limit: shownOrders } }),
    placeholderData: keepPreviousData,
  });
  const dueUntil = day ?? companyToday();
  const due = useQuery(api.customerOrders.list.query({ query: { due_until: dueUntil, limit: 1 } }));
  const orders = ready.data?.rows;
  const total = ready.data?.total;
  const { ticked, picked, tick, pick, confirmed, forget, unsent, scan } = usePicking(orders);
  const { ship, shipping, made, transportOf, isTyped } = useShip({ ticked, picked, forget });
  useLeaveGuard(isTyped);
  const lastMade = made.at(-1)?.id;
  // The shipped order leaves the list, and its button with it. The next step is to print the document.
  useEffect(() => {
    if (lastMade) document.querySelector<HTMLElement>(`[data-made="${lastMade}"] a`)?.focus();
  }, [lastMade]);
  const isFiltered = q !== '' || day !== undefined;
  return (
    <Page
      subtitle={
        <>
          {t('shipments:subtitle')} ·{' '}
          <span aria-live="polite">
            {total === undefined ? ' ' : t('shipments:count', { count: total, shown: formats.number(total) })}
          </span>
          {due.data && (
            <>
              {' · '}
              <LinkAnchor underline="always" to={`/ordiniclienti/visualizza-ordini?due_until=${dueUntil}`}>
                {t('shipments:dueOrders', { count: due.data.total, shown: formats.number(due.data.total) })}
              </LinkAnchor>
            </>
          )}
        </>
      }
      actions={
        <ReportButton
          path={`/shipments/picking-sheet?${pickingQuery(ticked, day)}`}
          label={t('shipments:print')}
          isDisabled={ticked.size === 0}
        />
      }
    >
      {made.map(({ id, number, customer }) => (
        <Alert key={id} data-made={id} color="green" variant="light">
          <LinkAnchor to={packingListPath(id)}>{number}</LinkAnchor> · {customer}
        </Alert>
      ))}
      <UnsentScans
        unsent={unsent}
        title={t('shipments:unsent')}
        labelOf={(code) => t('shipments:resend', { code })}
        onSend={(code) => void scan(code)}
      />
      <Panel>
        <search className={pageClasses.filters}>
          <ScanField>
            <SearchBox value={q} onChange={(term) => setFilters({ q: term })} label={t('shipments:search')} />
          </ScanField>
          <DayBox
            aria-label={t('shipments:day')}
            value={dueUntil}
            w={190}
            onChange={(next) => setFilters({ day: next === null || next === companyToday() ? undefined : next })}
          />
          <Text size="sm" c="dimmed" className={classes.hint!} aria-live="polite">
            {confirmed ? <ConfirmedPart {...confirmed} /> : t('shipments:scanHint')}
          </Text>
        </search>
        <div className={classes.list} aria-busy={ready.isFetching}>
          {ready.error && !orders && <LoadFailed error={ready.error} onRetry={() => void ready.refetch()} />}
          {!orders && !ready.error && <Skeleton h={220} />}
          {orders?.length === 0 &&
            (isFiltered ? (
              <NoMatch onClear={() => setFilters({ q: undefined, day: undefined })} />
            ) : (
              <EmptyState
                title={t('shipments:empty')}
                hint={t('shipments:emptyHint')}
                action={
                  mayOpen('/ordiniclienti/visualizza-ordini') && (
                    <LinkButton to="/ordiniclienti/visualizza-ordini" variant="light">
                      {t('shipments:toOrders')}
                    </LinkButton>
                  )
                }
              />
            ))}
          {byReceiver(orders ?? []).map(({ key, orders: own }) => (
            <section key={key} aria-label={own[0]!.customer_name}>
              <h2 className={classes.customer}>
                <EntityLink kind="customer" id={own[0]!.customer_id} text={own[0]!.customer_name} />
              </h2>
              {own[0]!.destination && (
                <Text size="sm" c="dimmed">
                  {own[0]!.destination}
                </Text>
              )}
              {own.map((order) => (
                <ShipmentOrder
                  key={order.order_id}
                  order={order}
                  ticked={ticked}
                  picked={picked}
                  tick={tick}
                  pick={(part, isPicked) => void pick(part, isPicked)}
                  confirmed={confirmed?.part.key}
                  {...(mayShip && { onShip: () => void ship(order), transport: transportOf(order.order_id) })}
                  isShipping={shipping === order.order_id}
                />
              ))}
            </section>
          ))}
          {orders && total !== undefined && orders.length < total && (
            <Button variant="subtle" onClick={() => setShownOrders(shownOrders + PAGE_ORDERS)}>
              {t('shipments:more')}
            </Button>
          )}
        </div>
      </Panel>
    </Page>
  );
}
export default ShipmentsPage;
