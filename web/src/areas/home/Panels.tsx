import { useTranslation } from 'react-i18next';
import type { Role } from '@bobina/contract/core/permissions.ts';
import type { Dashboard } from '@bobina/contract/system/dashboard.ts';
import { useFormats } from '../../lib/formats.ts';
import { useUnit } from '../../lib/use-unit.ts';
import { PANELS, type PanelKey } from './by-role.ts';
import { FigureLink } from './FigureLink.tsx';
import classes from './home.module.css';
import { ReelsPanel } from './ReelsPanel.tsx';
import { FigurePanel } from './FigurePanel.tsx';

const ORDERS = '/ordiniclienti/visualizza-ordini';
const STOCK = '/report/giacenze';

type Of<Key extends PanelKey> = NonNullable<Dashboard[Key]>;

interface Props {
  today: Dashboard;
  role: Role;
  only?: readonly PanelKey[];
  isNew?: boolean;
}

/**
 * Key figures with their most urgent rows, in the order of the role.
 * @param only the panels of a hub; default: all of the role
 * @param isNew whether the company has no order yet: then panels of zero are hidden
 */
export function Panels({ today, role, only, isNew = false }: Props) {
  const panelOf = (key: PanelKey) => {
    if (key === 'late_orders') return today.late_orders && <LateOrders key={key} late={today.late_orders} />;
    if (key === 'low_stock') return today.low_stock && <LowStock key={key} low={today.low_stock} />;
    if (key === 'expiring_batches')
      return today.expiring_batches && <Expiring key={key} expiring={today.expiring_batches} />;
    if (key === 'open_invoices') return today.open_invoices && <OpenInvoices key={key} open={today.open_invoices} />;
    return today.week_production && <WeekProduction key={key} week={today.week_production} />;
  };
  return (
    <ul className={classes.grid}>
      {PANELS[role].filter((key) => (!only || only.includes(key)) && (!isNew || isFilled(today, key))).map(panelOf)}
      {(!only || only.includes('low_stock')) && <ReelsPanel />}
    </ul>
  );
}

/** Whether the panel counts anything. */
function isFilled(today: Dashboard, key: PanelKey): boolean {
  const panel = today[key];
  if (!panel) return false;
  return 'operations' in panel ? panel.operations > 0 : panel.count > 0;
}

function LateOrders({ late }: { late: Of<'late_orders'> }) {
  const { t } = useTranslation('home');
  const formats = useFormats();
  return (
    <FigurePanel
      title={t('dashboard.lateOrders')}
      figure={formats.number(late.count)}
      isCalm={late.count === 0}
      to={late.screen}
      rows={late.orders.map((order) => ({
        key: order.id,
        to: `${ORDERS}?order=${order.id}&q=${encodeURIComponent(order.order_number)}`,
        name: `${order.order_number} · ${order.customer_name}`,
        value: formats.day(order.delivery_date),
      }))}
    />
  );
}

function LowStock({ low }: { low: Of<'low_stock'> }) {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const unitOf = useUnit();
  return (
    <FigurePanel
      title={t('dashboard.lowStock')}
      figure={formats.number(low.count)}
      isCalm={low.count === 0}
      to={low.screen}
      rows={low.products.map((product) => ({
        key: product.product_id,
        // The list of stock levels lacks products without stock.
        to: product.quantity > 0 ? stockOf(product.code) : `${low.screen}&q=${encodeURIComponent(product.code)}`,
        name: `${product.code} · ${product.product_name}`,
        value: t('dashboard.ofMinimum', {
          quantity: formats.number(product.quantity),
          minimum: formats.quantity(product.scorta_minima, unitOf(product.unit_of_measure)),
        }),
      }))}
    />
  );
}

function Expiring({ expiring: { until, count, screen, expired, batches } }: { expiring: Of<'expiring_batches'> }) {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const unitOf = useUnit();
  return (
    <FigurePanel
      title={t('dashboard.expiring', { day: formats.day(until) })}
      figure={formats.number(count)}
      isCalm={count === 0}
      to={screen}
      note={
        expired.count > 0 && (
          <FigureLink to={expired.screen}>
            {t('dashboard.expired', { count: expired.count, shown: formats.number(expired.count) })}
          </FigureLink>
        )
      }
      rows={batches.map((batch) => ({
        key: `${batch.product_id} ${batch.batch_number} ${batch.warehouse_name}`,
        to: stockOf(batch.code),
        name: `${batch.code} · ${batch.batch_number} · ${batch.warehouse_name}`,
        value: `${formats.quantity(batch.quantity, unitOf(batch.unit_of_measure))} · ${formats.day(batch.expiry_date)}`,
      }))}
    />
  );
}

function OpenInvoices({ open }: { open: Of<'open_invoices'> }) {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const shown = (count: number) => t('dashboard.overdue', { count, shown: formats.number(count) });
  const ages = open.ages.filter(({ count }) => count > 0);
  return (
    <FigurePanel
      title={t('dashboard.openInvoices')}
      figure={formats.money(open.total_amount)}
      isCalm
      to={open.screen}
      note={t('dashboard.invoices', { count: open.count, shown: formats.number(open.count) })}
      isWhole
      rows={[
        ...(open.overdue_count > 0
          ? [
              {
                key: 'overdue',
                to: open.overdue.screen,
                name: shown(open.overdue_count),
                value: formats.money(open.overdue_amount),
              },
            ]
          : []),
        ...ages.map(({ from_days, until_days, count, total_amount, screen }) => ({
          key: from_days,
          to: screen,
          name: `${shown(count)} ${until_days === null ? t('dashboard.ages.over', { from: from_days }) : t('dashboard.ages.range', { from: from_days, until: until_days })}`,
          value: formats.money(total_amount),
        })),
      ]}
    />
  );
}

function WeekProduction({ week }: { week: Of<'week_production'> }) {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const unitOf = useUnit();
  const shown = (quantities: typeof week.quantities) =>
    quantities.map(({ quantity, unit_of_measure }) => formats.quantity(quantity, unitOf(unit_of_measure))).join(' · ');
  return (
    <FigurePanel
      title={t('dashboard.weekProduction', { from: formats.day(week.from), to: formats.day(week.to) })}
      figure={shown(week.quantities) || formats.number(0)}
      isCalm
      to={week.screen}
      // The list that it opens has a row for each line, on which several operations may have been done.
      note={[
        t('dashboard.lines', { count: week.count, shown: formats.number(week.count) }),
        t('dashboard.operations', { count: week.operations, shown: formats.number(week.operations) }),
      ].join(' · ')}
      isWhole
      rows={week.days.map(({ day, screen, quantities }) => ({
        key: day,
        to: screen,
        name: formats.fullDay(day),
        value: shown(quantities),
      }))}
    />
  );
}

function stockOf(code: string) {
  return `${STOCK}?code=${encodeURIComponent(code)}`;
}
