import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownScan } from '@bobina/contract/core/scan-text.ts';
import type { ItemToShip, Pick, ReadyShipment } from '@bobina/contract/sales/shipments.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { findAllGoods } from '../../../lib/barcodes/find-goods.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { connection } from '../../../lib/connection.ts';
import { useFormats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { session } from '../../../lib/session.ts';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { useUnsent } from '../../../ui/scan/UnsentScans.tsx';
import { toast } from '../../../ui/toasts.ts';
import { batchNamed, orderOf, otherPart, partName, partsOf, scannedPart, type Part } from './parts.ts';

/** Search fields: a scan into them is not meant as their text. */
const SEARCHES = '[type=search]';

/** Most rows to search for a batch: a number can be part of others. */
const MOST_ROWS = 100;
const NEVER = '9999-12-31';

/** The part that the last scan confirmed. */
export interface Confirmed {
  part: Part;
  order: ReadyShipment | undefined;
  /** Whether its batch was not proposed. */
  isOther: boolean;
}

/**
 * Holds the ticked lines, in this screen alone, and the picked parts, which all users share until a packing list delivers
 * the line; nothing is reserved. A line with a picked part is ticked until the user unticks it.
 */
export function usePicking(shipments: readonly ReadyShipment[] | undefined) {
  const { t } = useTranslation(['sales', 'shipments']);
  const formats = useFormats();
  const [ticks, setTicks] = useState<ReadonlyMap<number, boolean>>(new Map());
  // Picks that are being sent: the next scan must not choose the same part.
  const [sent, setSent] = useState<ReadonlyMap<string, { isPicked: boolean }>>(new Map());
  const [confirmed, setConfirmed] = useState<Confirmed>();
  const items = useMemo(() => (shipments ?? []).flatMap((shipment) => shipment.items), [shipments]);
  const picked: ReadonlySet<string> = useMemo(() => {
    const parts = items.flatMap(partsOf);
    return new Set(parts.filter(({ key, batch }) => sent.get(key)?.isPicked ?? batch.picked_at).map(({ key }) => key));
  }, [items, sent]);
  // Lines that are no longer listed do not count as ticked: they were shipped or deleted, or a search hides them.
  const ticked: ReadonlySet<number> = useMemo(() => {
    const isTicked = (item: (typeof items)[number]) =>
      ticks.get(item.order_item_id) ?? partsOf(item).some(({ key }) => picked.has(key));
    return new Set(items.filter(isTicked).map(({ order_item_id }) => order_item_id));
  }, [items, ticks, picked]);
  const tick = (ids: readonly number[], isTicked: boolean) =>
    setTicks((before) => new Map([...before, ...ids.map((id): [number, boolean] => [id, isTicked])]));

  const unsent = useUnsent();
  /** The hint of the scan before does not stand beside an error. */
  const refuse = (text: string) => {
    setConfirmed(undefined);
    toast.error(text);
  };
  /** A scan leaves no text on the screen, so the screen keeps the code that did not reach the server. */
  const refuseScan = (code: string) => {
    unsent.add(code);
    refuse(t('shipments:notConfirmed', { code: shownScan(code) }));
  };
  const report = (error: unknown, code: string | undefined) => {
    if (code !== undefined && error instanceof ApiProblem && error.isPassing) return refuseScan(code);
    toast.problem(error, t('failed'));
  };
  /**
   * Sends a pick and reads the list.
   * @param code the scan that picks
   * @returns who has the goods; undefined when the pick was refused
   */
  const pick = async (part: Part, isPicked: boolean, code?: string): Promise<Pick | undefined> => {
    const { key } = part;
    const mine = { isPicked };
    setSent((before) => new Map(before).set(key, mine));
    const { order_item_id } = part.item;
    const { warehouse_id, batch_id } = part.batch;
    try {
      const answer = await api.shipments.pick({ body: { order_item_id, warehouse_id, batch_id, is_picked: isPicked } });
      if (isPicked) tick([order_item_id], true);
      return answer;
    } catch (error) {
      // The goods can no longer be shipped, or the line no longer needs them: the list was read before.
      const fault = error instanceof ApiProblem && error.fields.find(({ path }) => path === 'batch_id');
      if (fault) refuse(`${partName(part)}: ${fault.message}`);
      else report(error, code);
      return undefined;
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['shipments'] });
      // A later pick of the same part may still be on its way.
      setSent((before) => new Map([...before].filter(([, one]) => one !== mine)));
    }
  };
  const refusePicked = (name: string, { picked_by, picked_by_name }: Pick, others: readonly Part[] = []) => {
    const text =
      picked_by === null || picked_by === session.user()?.id
        ? t('shipments:alreadyPicked', { name })
        : t('shipments:alreadyPickedBy', { name, user: picked_by_name });
    const orders = new Set(others.map((other) => orderOf(shipments ?? [], other)?.order_number));
    refuse(orders.size === 0 ? text : `${text}. ${t('shipments:tickFirst', { orders: [...orders].join(', ') })}`);
  };
  /** Returns the part for goods of a batch that is not proposed, or says why they cannot be shipped. */
  const findOtherPart = async (goods: { product: { id: number; code: string }; batch: string | null }) => {
    const rows = goods.batch === null ? [] : await readStockOf(goods.product.id, goods.batch);
    const usable = rows.find(
      ({ hold_reason, expiry_date }) => hold_reason === null && (expiry_date ?? NEVER) >= companyToday(),
    );
    const part = usable && otherPart(shipments ?? [], usable, { product: goods.product.id, ticked, picked });
    if (part) return part;
    const name = goodsName(goods);
    const [first] = usable ? [] : rows;
    if (first?.hold_reason) refuse(t('shipments:onHold', { name, reason: first.hold_reason }));
    else if (first?.expiry_date) refuse(t('shipments:expired', { name, day: formats.day(first.expiry_date) }));
    else refuse(t('shipments:notProposed', { name }));
    return undefined;
  };
  const scan = async (code: string) => {
    unsent.drop(code);
    try {
      const found = await findAllGoods(code);
      const goods = (found.length === 1 ? found[0] : undefined) ?? batchNamed(shipments ?? [], code);
      if (!goods && found.length > 0)
        return refuse(t('shipments:notProposed', { name: found.map(goodsName).join(', ') }));
      if (!goods && connection.isLost()) return refuseScan(code);
      if (!goods) return refuse(t('packing.unknown', { code: shownScan(code) }));
      const name = goodsName(goods);
      const { open, done, others } = scannedPart(shipments ?? [], goods, { ticked, picked });
      if (!open && done[0]) return refusePicked(name, done[0].batch, others);
      const part = open ?? (await findOtherPart(goods));
      if (!part) return;
      const pickedNow = await pick(part, true, code);
      if (!pickedNow) return setConfirmed(undefined);
      // Another user may have picked the goods since the list was read.
      if (pickedNow.picked_by !== session.user()?.id) return refusePicked(name, pickedNow);
      setConfirmed({ part, order: orderOf(shipments ?? [], part), isOther: part !== open });
    } catch (error) {
      report(error, code);
    }
  };
  useLayerHandler('scan', ({ code, target, isTyped }) =>
    isTyped && !(target as Element).matches(SEARCHES) ? false : () => void scan(code),
  );
  /** Drops the ticks of an order that was shipped, the rest of a part shipment included, and the hint of its last scan. */
  const forget = ({ items }: ReadyShipment) => {
    setConfirmed(undefined);
    const shipped = new Set(items.map(({ order_item_id }) => order_item_id));
    setTicks((before) => new Map([...before].filter(([id]) => !shipped.has(id))));
  };
  return { ticked, picked, tick, pick, confirmed: confirmed && upToDate(confirmed, items), forget, unsent, scan };
}

/** The quantity of goods that were not proposed is known when the list has been read again. */
function upToDate({ part, ...rest }: Confirmed, items: readonly ItemToShip[]): Confirmed {
  return { ...rest, part: items.flatMap(partsOf).find(({ key }) => key === part.key) ?? part };
}

/** Reads where a batch is in stock, most of it first. */
async function readStockOf(productId: number, batch: string) {
  const query = { q: batch, sort: '-quantity', limit: MOST_ROWS } as const;
  const { rows } = await queryClient.fetchQuery(api.stock.ofProduct.query({ productId, query }));
  return rows.flatMap((row) =>
    row.batch_id !== null && row.batch_number === batch && row.quantity > 0 ? [{ ...row, batch_id: row.batch_id }] : [],
  );
}

function goodsName({ product, batch }: { product: { code: string }; batch: string | null }): string {
  return [product.code, batch].filter(Boolean).join(' · ');
}
