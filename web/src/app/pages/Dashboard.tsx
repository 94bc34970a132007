import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isOffered, type Card } from '@bobina/contract/core/permissions.ts';
import type { Dashboard as Answer } from '@bobina/contract/system/dashboard.ts';
import { api } from '../../lib/api/api.ts';
import { useFormats } from '../../lib/formats.ts';
import { useUser } from '../../lib/session.ts';
import { useUnit } from '../../lib/use-unit.ts';
import { LinkAnchor } from '../../ui/link.tsx';
import { useScreen } from '../../ui/page/screen-context.ts';
import { LoadFailed } from '../../ui/table/TableStates.tsx';
import classes from './dashboard.module.css';

const ORDERS = '/ordiniclienti/visualizza-ordini';
const STOCK = '/report/giacenze';

interface PanelProps {
  title: string;
  /** The key figure. */
  figure: string;
  /** True if nothing needs attention; the figure is then shown without emphasis. */
  isCalm: boolean;
  to: string;
  card: Card;
  note?: ReactNode;
  rows?: readonly { key: string | number; to: string; name: ReactNode; value: string }[];
}

/** Today's open tasks: the panels that the user may see, each with links to its list. */
export function Dashboard() {
  const { t } = useTranslation('app');
  const today = useQuery(api.dashboard.get.query({}));
  return (
    <section aria-label={t('dashboard.title')}>
      <h2 className={classes.heading}>{t('dashboard.title')}</h2>
      {today.data && <Panels today={today.data} />}
      {today.isPending && <Skeleton h={170} radius="lg" />}
      {today.isError && !today.data && <LoadFailed error={today.error} onRetry={() => void today.refetch()} />}
    </section>
  );
}

/** A link for roles that are offered the screen; plain text for others. */
function PanelLink({ to, card, children }: { to: string; card: Card; children: ReactNode }) {
  const user = useUser();
  const { mayOpen } = useScreen();
  const leads = user && mayOpen(to.split('?')[0]!) && isOffered(user.role, card);
  return leads ? (
    <LinkAnchor to={to} inherit>
      {children}
    </LinkAnchor>
  ) : (
    <>{children}</>
  );
}

function Panel({ title, figure, isCalm, to, card, note, rows = [] }: PanelProps) {
  return (
    <li className={classes.panel}>
      <h3 className={classes.title}>
        <PanelLink to={to} card={card}>
          {title}
        </PanelLink>
      </h3>
      <p className={classes.figure} data-calm={isCalm || undefined}>
        {figure}
      </p>
      {note && <p className={classes.note}>{note}</p>}
      {rows.length > 0 && (
        <ul className={classes.rows}>
          {rows.map((row) => (
            <li key={row.key}>
              <span className={classes.name}>
                <PanelLink to={row.to} card={card}>
                  {row.name}
                </PanelLink>
              </span>
              <span className={classes.value}>{row.value}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Panels({ today }: { today: Answer }) {
  const { t } = useTranslation('app');
  const formats = useFormats();
  const unitOf = useUnit();
  const { late_orders, low_stock, expiring_batches, open_invoices, week_production } = today;
  const stockOf = (code: string) => `${STOCK}?code=${encodeURIComponent(code)}`;
  return (
    <ul className={classes.grid}>
      {late_orders && (
        <Panel
          title={t('dashboard.lateOrders')}
          figure={formats.number(late_orders.count)}
          isCalm={late_orders.count === 0}
          to={late_orders.screen}
          card="customerOrders"
          rows={late_orders.orders.map((order) => ({
            key: order.id,
            to: `${ORDERS}?order=${order.id}&q=${encodeURIComponent(order.order_number)}`,
            name: `${order.order_number} · ${order.customer_name}`,
            value: formats.day(order.delivery_date),
          }))}
        />
      )}
      {low_stock && (
        <Panel
          title={t('dashboard.lowStock')}
          figure={formats.number(low_stock.count)}
          isCalm={low_stock.count === 0}
          to={low_stock.screen}
          card="stockLevels"
          rows={low_stock.products.map((product) => ({
            key: product.product_id,
            to: stockOf(product.code),
            name: `${product.code} · ${product.product_name}`,
            value: t('dashboard.ofMinimum', {
              quantity: formats.number(product.quantity),
              minimum: formats.quantity(product.scorta_minima, unitOf(product.unit_of_measure)),
            }),
          }))}
        />
      )}
      {expiring_batches && (
        <Panel
          title={t('dashboard.expiring', { day: formats.day(expiring_batches.until) })}
          figure={formats.number(expiring_batches.count)}
          isCalm={expiring_batches.count === 0}
          to={expiring_batches.screen}
          card="stockLevels"
          note={
            expiring_batches.expired.count > 0 && (
              <PanelLink to={expiring_batches.expired.screen} card="stockLevels">
                {t('dashboard.expired', {
                  count: expiring_batches.expired.count,
                  shown: formats.number(expiring_batches.expired.count),
                })}
              </PanelLink>
            )
          }
          rows={expiring_batches.batches.map((batch) => ({
            key: `${batch.product_id} ${batch.batch_number} ${batch.warehouse_name}`,
            to: stockOf(batch.code),
            name: `${batch.code} · ${batch.batch_number} · ${batch.warehouse_name}`,
            value: `${formats.quantity(batch.quantity, unitOf(batch.unit_of_measure))} · ${formats.day(batch.expiry_date)}`,
          }))}
        />
      )}
      {open_invoices && (
        <Panel
          title={t('dashboard.openInvoices')}
          figure={formats.money(open_invoices.total_amount)}
          isCalm
          to={open_invoices.screen}
          card="sales"
          note={t('dashboard.invoices', { count: open_invoices.count, shown: formats.number(open_invoices.count) })}
          rows={
            open_invoices.overdue_count > 0
              ? [
                  {
                    key: 'overdue',
                    to: open_invoices.overdue.screen,
                    name: t('dashboard.overdue', {
                      count: open_invoices.overdue_count,
                      shown: formats.number(open_invoices.overdue_count),
                    }),
                    value: formats.money(open_invoices.overdue_amount),
                  },
                ]
              : []
          }
        />
      )}
      {week_production && (
        <Panel
          title={t('dashboard.weekProduction', {
            from: formats.day(week_production.from),
            to: formats.day(week_production.to),
          })}
          figure={
            week_production.quantities
              .map(({ quantity, unit_of_measure }) => formats.quantity(quantity, unitOf(unit_of_measure)))
              .join(' · ') || formats.number(0)
          }
          isCalm
          to={week_production.screen}
          card="production"
          note={t('dashboard.operations', {
            count: week_production.operations,
            shown: formats.number(week_production.operations),
          })}
        />
      )}
    </ul>
  );
}
