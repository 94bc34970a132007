import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReadyShipment } from '@bobina/contract/sales/shipments.ts';
import { api } from '../../../lib/api/api.ts';
import { createIntention } from '../../../lib/api/keys.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { showBadFields } from '../../../ui/form/bad-fields.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { NamedList } from '../../../ui/overlay/NamedList.tsx';
import { showWarnings, toast } from '../../../ui/toasts.ts';
import { refreshSales } from '../calls.ts';
import { partName, tickedParts, type Part } from './parts.ts';
import { NO_TRANSPORT, type Transport } from './TransportFields.tsx';

/** A packing list made on this screen. */
export interface Made {
  id: number;
  number: string;
  customer: string;
}

/**
 * Returns a function that makes the packing list of an order's ticked lines from the proposed batches. It asks first if
 * only some of the parts were confirmed by scan.
 */
export function useShip({
  ticked,
  picked,
  forget,
}: {
  ticked: ReadonlySet<number>;
  picked: ReadonlySet<string>;
  forget: (shipment: ReadyShipment) => void;
}) {
  const { t } = useTranslation(['sales', 'shipments']);
  const formats = useFormats();
  const unitOf = useUnit();
  const [intention] = useState(createIntention);
  const [made, setMade] = useState<readonly Made[]>([]);
  const [shipping, setShipping] = useState<number>();
  /** What was typed for each order, by its id, and what the server refused of it. */
  const [transports, setTransports] = useState<ReadonlyMap<number, Transport>>(new Map());
  const [refused, setRefused] = useState<{ order: number; errors: Record<string, string> }>();
  /**
   * The ticked parts. If only some of them are picked, asks whether to ship these or all; Enter ships the picked ones only, so that
   * an early key press ships nothing else. None if the user cancels.
   */
  const partsToShip = async (shipment: ReadyShipment): Promise<readonly Part[]> => {
    const parts = tickedParts(shipment, ticked);
    const [done, open] = [parts.filter(({ key }) => picked.has(key)), parts.filter(({ key }) => !picked.has(key))];
    if (open.length === 0 || done.length === 0) return parts;
    let shipped: readonly Part[] = [];
    const isPickedOnly = await confirm({
      title: t('shipments:notPicked'),
      message: (
        <>
          {t('shipments:notPickedText')}
          <NamedList label={t('shipments:notPicked')}>
            {open.map((part) => (
              <li key={part.key}>
                {`${partName(part)} · ${formats.quantity(part.batch.quantity, unitOf(part.item.unit_of_measure))}`}
              </li>
            ))}
          </NamedList>
        </>
      ),
      confirmLabel: t('shipments:onlyPicked'),
      other: { label: t('shipments:make'), run: () => (shipped = parts) },
    });
    return isPickedOnly ? done : shipped;
  };
  const ship = async (shipment: ReadyShipment) => {
    const parts = await partsToShip(shipment);
    if (parts.length === 0) return;
    const body = {
      customer_id: shipment.customer_id,
      order_id: shipment.order_id,
      destination_id: shipment.destination_id,
      ...(transports.get(shipment.order_id) as object | undefined),
      items: parts.map(({ item, batch }) => ({
        order_item_id: item.order_item_id,
        product_id: item.product_id,
        quantity: batch.quantity,
        batch_number: batch.batch_number,
        warehouse_id: batch.warehouse_id,
      })),
    };
    setShipping(shipment.order_id);
    setRefused(undefined);
    try {
      const created = await api.packingLists.create({ body }, { key: intention.keyFor(body) });
      intention.done();
      // The rest goes with another packing list, on another day and with packages and a weight of its own.
      forget(shipment);
      setTransports((before) => new Map([...before].filter(([order]) => order !== shipment.order_id)));
      setMade((before) => [
        ...before,
        { id: created.id, number: created.packing_list_number, customer: created.customer_name },
      ]);
      toast.success(t('packingLists.created'));
      showWarnings(created);
    } catch (error) {
      if (error instanceof ApiProblem) {
        setRefused({
          order: shipment.order_id,
          errors: Object.fromEntries(error.fields.map(({ path, message }) => [path, message])),
        });
        showBadFields(
          document.querySelector(`[data-order="${shipment.order_id}"]`),
          error.fields.map(({ path }) => path),
        );
      }
      toast.problem(error, t('failed'));
    } finally {
      setShipping(undefined);
      // Another user may have taken the goods: the proposal is read again in any case.
      refreshSales();
    }
  };
  const transportOf = (order: number) => ({
    value: transports.get(order) ?? NO_TRANSPORT,
    errors: refused?.order === order ? refused.errors : {},
    onChange: (value: Transport) => setTransports((before) => new Map(before).set(order, value)),
  });
  // Also for an order that a search hides: its data is still there when the search is cleared.
  const isTyped = [...transports.values()].some((transport) =>
    Object.values(transport).some((value) => value !== null),
  );
  return { ship, shipping, made, transportOf, isTyped };
}
