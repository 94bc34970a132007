import { Badge, Button, Checkbox } from '@mantine/core';
import { IconTruckDelivery } from '@tabler/icons-react';
import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReadyShipment } from '@bobina/contract/sales/shipments.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { partName, partsOf, tickedParts, type Part } from './parts.ts';
import classes from './shipments.module.css';
import { TransportFields } from './TransportFields.tsx';

interface Props {
  order: ReadyShipment;
  ticked: ReadonlySet<number>;
  picked: ReadonlySet<string>;
  tick: (ids: readonly number[], isTicked: boolean) => void;
  pick: (part: Part, isPicked: boolean) => void;
  /** The part that the last scan confirmed: it is shown. */
  confirmed: string | undefined;
  /** Absent if the user may not make packing lists. */
  onShip?: () => void;
  transport?: ComponentProps<typeof TransportFields>;
  isShipping: boolean;
}

/** Shows the lines of an order that can be shipped, with the proposed batches. */
export function ShipmentOrder({ order, ticked, picked, tick, pick, confirmed, onShip, transport, isShipping }: Props) {
  const { t } = useTranslation(['sales', 'shipments']);
  const formats = useFormats();
  const unitOf = useUnit();
  const [hasTransport, setTransport] = useState(false);
  const offered = order.items.filter(({ batches }) => batches.length > 0).map((item) => item.order_item_id);
  const chosen = offered.filter((id) => ticked.has(id));
  const parts = tickedParts(order, ticked);
  const done = parts.filter(({ key }) => picked.has(key)).length;
  /** A lorry loads at one place: the user should see when the goods lie at several. */
  const warehouses = new Set(parts.map(({ batch }) => batch.warehouse_name));
  // A line that is not ticked is still to be picked.
  const all = order.items.flatMap(partsOf).length;
  return (
    <article className={classes.order} aria-label={order.order_number} data-order={order.order_id}>
      <header className={classes.head}>
        <Checkbox
          aria-label={t('shipments:tickOrder', { number: order.order_number })}
          checked={chosen.length > 0 && chosen.length === offered.length}
          indeterminate={chosen.length > 0 && chosen.length < offered.length}
          disabled={offered.length === 0}
          onChange={(event) => tick(offered, event.currentTarget.checked)}
        />
        <strong>
          <EntityLink kind="customer_order" id={order.order_id} text={order.order_number} />
        </strong>
        {order.customer_order_number && <span>{order.customer_order_number}</span>}
        <span>{t('shipments:due', { day: formats.day(order.requested_delivery_date) })}</span>
        {warehouses.size > 1 && (
          <Badge color="yellow" variant="light">
            {t('shipments:warehouses', { names: [...warehouses].join(', ') })}
          </Badge>
        )}
        {done > 0 && (
          <Badge color={done === all ? 'green' : 'gray'} variant="light">
            {t('shipments:pickedOf', { done: formats.number(done), all: formats.number(all) })}
          </Badge>
        )}
        {transport && (
          <Button
            ms="auto"
            size="sm"
            variant="subtle"
            aria-expanded={hasTransport}
            aria-label={t('shipments:transportOf', { number: order.order_number })}
            onClick={() => setTransport(!hasTransport)}
          >
            {t('transport.title')}
          </Button>
        )}
        {onShip && (
          <Button
            size="sm"
            leftSection={<IconTruckDelivery size={17} />}
            disabled={parts.length === 0}
            loading={isShipping}
            aria-label={t('shipments:makeNamed', { number: order.order_number })}
            onClick={onShip}
          >
            {t('shipments:make')}
          </Button>
        )}
      </header>
      {hasTransport && transport && <TransportFields {...transport} />}
      <PlainTable
        label={t('shipments:lines', { number: order.order_number })}
        heads={[
          { label: t('shipments:ship') },
          { label: t('item.code') },
          { label: t('item.product_name') },
          { label: t('shipments:remaining'), end: true },
          { label: t('shipments:available'), end: true },
          { label: t('shipments:proposed') },
        ]}
      >
        {order.items.map((item) => {
          const unit = unitOf(item.unit_of_measure);
          return (
            <tr key={item.order_item_id}>
              <td>
                <Checkbox
                  aria-label={t('shipments:tick', { code: item.code })}
                  checked={ticked.has(item.order_item_id)}
                  disabled={item.batches.length === 0}
                  onChange={(event) => tick([item.order_item_id], event.currentTarget.checked)}
                />
              </td>
              <td data-title data-whole>
                <EntityLink kind="product" id={item.product_id} text={item.code} />
              </td>
              <td data-title>
                <EntityLink kind="product" id={item.product_id} text={item.product_name} />
              </td>
              <td data-end data-label={t('shipments:remaining')}>
                {formats.quantity(item.remaining_quantity, unit)}
              </td>
              <td data-end data-label={t('shipments:available')}>
                {formats.quantity(item.available_quantity, unit)}
              </td>
              <td data-label={t('shipments:proposed')}>
                <ul className={classes.parts}>
                  {partsOf(item).map((part) => (
                    <li
                      key={part.key}
                      ref={part.key === confirmed ? bringIntoView : undefined}
                      data-picked={picked.has(part.key) || undefined}
                      data-confirmed={part.key === confirmed || undefined}
                    >
                      <PartOfLine part={part} unit={unit} isPicked={picked.has(part.key)} onPick={pick} />
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          );
        })}
      </PlainTable>
    </article>
  );
}

function bringIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'center', behavior: 'smooth' });
}

/** Shows the goods of one batch to pick, and who picked them. */
function PartOfLine({
  part,
  unit,
  isPicked,
  onPick,
}: {
  part: Part;
  unit: string;
  isPicked: boolean;
  onPick: Props['pick'];
}) {
  const { t } = useTranslation(['sales', 'shipments']);
  const formats = useFormats();
  const { batch } = part;
  return (
    <>
      <Checkbox
        size="sm"
        aria-label={t('shipments:pick', { name: partName(part) })}
        checked={isPicked}
        onChange={(event) => onPick(part, event.currentTarget.checked)}
      />
      <span>
        {formats.quantity(batch.quantity, unit)}
        {batch.batch_number && (
          <>
            {' · '}
            <EntityLink kind="batch" id={batch.batch_id} text={batch.batch_number} />
          </>
        )}
        {' · '}
        <EntityLink kind="warehouse" id={batch.warehouse_id} text={batch.warehouse_name} />
        {batch.expiry_date && ` · ${formats.day(batch.expiry_date)}`}
        {isPicked && batch.picked_at && (
          <span className={classes.by}>
            {t('shipments:pickedBy', { user: batch.picked_by_name, moment: formats.instant(batch.picked_at) })}
          </span>
        )}
      </span>
    </>
  );
}
