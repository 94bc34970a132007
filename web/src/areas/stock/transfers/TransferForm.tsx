import { Alert, Title } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { batchNumberFaults } from '@bobina/contract/stock/movement.rules.ts';
import type { ProductStockRow } from '@bobina/contract/stock/levels.ts';
import { TransferInput, type Movement } from '@bobina/contract/stock/movements.ts';
import type { Acts } from '../../../lib/api/acts.ts';
import { api } from '../../../lib/api/api.ts';
import type { Goods } from '../../../lib/barcodes/find-goods.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { dayOrNull } from '../../../lib/days.ts';
import { useFormats } from '../../../lib/formats.ts';
import { REOPENED, WAITING, type Act, type ActRow } from '../../../lib/offline/acts.ts';
import { perform } from '../../../lib/offline/queue.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useShopFloor } from '../../../lib/offline/shop-floor.ts';
import { EntityForm, FormActions } from '../../../ui/form/EntityForm.tsx';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { FormSection, Wide } from '../../../ui/form/FormSection.tsx';
import { NotedDayField } from '../../../ui/form/NotedDayField.tsx';
import { WarehousePicker } from '../../../ui/form/pickers.tsx';
import { ReopenedNotice } from '../../../ui/offline/ReopenedNotice.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { useFocusFirst } from '../../../ui/form/use-focus-first.ts';
import { toast } from '../../../ui/toasts.ts';
import { onlyPlaceOf, stockPlacesOf, stockEverywhere } from '../movements/use-goods.ts';
import { ProductAdder } from './ProductAdder.tsx';
import { TransferLine, type TypedLine, type Wanted } from './TransferLine.tsx';
import classes from './transfers.module.css';

type TransferBody = z.input<typeof TransferInput>;

/** The screen of transfers. */
export const TRANSFERS = '/operazioni/trasferimenti';
const ADDER = 'transfer-product';
const { method, path } = api.stockMovements.transfer;

/** Goods of one warehouse, whose lines the form opens with. */
export interface GoodsToMove {
  from: number;
  goods: readonly { product_id: number; batch_number: string }[];
}

interface Props {
  onSaved: (movements: readonly Movement[], acts: Acts) => void;
  onClear: () => void;
  /** A refused transfer whose values the form takes over. */
  reopened: Act | null;
  given: GoodsToMove | undefined;
  /** Whether the form takes the place of another one, which was saved or left. */
  isCleared: boolean;
}

/** Shows the form that moves several goods from one warehouse to another in one transaction. */
export function TransferForm({ onSaved, onClear, reopened, given, isCleared }: Props) {
  const { t } = useTranslation('stock');
  const formats = useFormats();
  /** The field to focus once it is rendered. */
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const handle = useEntityForm({
    schema: TransferInput,
    // What a refused transfer holds waits on the device already.
    ...(!reopened && !given && { draft: 'transfer:new' }),
    initial: reopened ? (reopened.body as TransferBody) : newTransfer(given),
    openBy: REOPENED,
    isCleared,
    save: ({ body }, { key, onActivity }) =>
      perform<{ movements: Movement[] }>(
        {
          kind: 'transfer',
          method: method as 'POST',
          path,
          body,
          key,
          document: `transfers:${key}`,
          name: wayOf(body) ?? t('transfers.waiting', { count: lines.length, shown: formats.number(lines.length) }),
          rows: body.items.flatMap(rowOf),
          screen: TRANSFERS,
        },
        { onActivity, replaces: reopened?.seq },
      ),
    check: ({ items }) => missingBatches(items as TypedLine[]),
    failure: t('transfers.saveFailed'),
    onSaved: (saved, acts) => {
      if (saved === WAITING) onClear();
      else if ('movements' in saved) onSaved(saved.movements, acts);
    },
  });
  useFocusFirst(handle, true);
  useShopFloor();
  const { form } = handle;
  const lines = form.useWatchValue('items') as TypedLine[];
  const from = form.useWatchValue('from_warehouse_id') as number | null | undefined;
  const to = form.useWatchValue('to_warehouse_id') as number | null | undefined;
  const day = dayOrNull(form.useWatchValue('movement_date') as string | null);
  const set = (index: number, field: keyof TypedLine, value: unknown) =>
    form.setFieldValue(`items.${index}.${field}`, value as never, { forceUpdate: false });
  /** Scanned batches that lie in the source alone: as a reel, they are proposed as a whole. */
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set());
  /** Scanned goods that lie in one warehouse name the source, as a reel does; a batch is proposed as a whole. */
  const proposeSource = async (productId: number, batch: string | null) => {
    const place = await onlyPlaceOf(productId, batch);
    const source = form.getValues()['from_warehouse_id'] as number | null | undefined;
    if (place === null || (source && source !== place)) return;
    if (!source) form.setFieldValue('from_warehouse_id', place as never);
    if (batch) setWhole((before) => new Set(before).add(batchKey(productId, batch)));
  };
  /** Adds a product, or focuses its existing line with the same batch. A reel that is scanned first names the source. */
  const add = (product: Product, scanned?: Omit<Goods, 'product'>) => {
    const { id, has_batch, is_reel } = product;
    // Its line is there at once, with the field that takes the focus.
    queryClient.setQueryData(api.products.get.query({ id }).queryKey, product);
    const batch = (has_batch && scanned?.batch) || null;
    const machine = scanned?.machine;
    if (machine) return toast.error(t('transfers.mounted', { reel: batch, machine }));
    if (!from && scanned?.warehouse) form.setFieldValue('from_warehouse_id', scanned.warehouse as never);
    const isOpen = has_batch && batch === null;
    const lineOf = (wanted: string | null) =>
      lines.findIndex(({ product_id, batch_number }) => product_id === id && (batch_number || null) === wanted);
    const same = isOpen ? -1 : lineOf(batch);
    // A batch goes into the line of its product that still lacks one.
    const known = same < 0 && batch !== null ? lineOf(null) : same;
    if (known >= 0 && batch !== null) set(known, 'batch_number', batch);
    setWanted({ index: known < 0 ? lines.length : known, field: isOpen ? 'batch_number' : 'quantity' });
    form.clearFieldError('items');
    if (known < 0) form.insertListItem('items', { product_id: id, batch_number: batch, quantity: null });
    if (scanned && !scanned.warehouse && (batch ? !is_reel : !from)) void proposeSource(id, batch);
  };
  /** Clears the batches that another source warehouse does not have. */
  const clearBatches = (source: Warehouse | undefined) => {
    for (const [index, { product_id, batch_number }] of lines.entries())
      if (!knownPlaces(product_id, batch_number).some(({ warehouse_id }) => warehouse_id === source?.id))
        set(index, 'batch_number', null);
  };
  /** Enter in a line moves the focus to the field that searches or scans the next product. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    document.getElementById(ADDER)?.focus();
  };
  const problem = form.errors['items'] as string | undefined;
  const isSame = Boolean(from) && from === to;
  return (
    <EntityForm handle={handle} hasLines label={t('transfers.form')}>
      {reopened && <ReopenedNotice act={reopened} />}
      <FormSection title={t('transfers.header')} open>
        <NotedDayField name="movement_date" label={t('movement.movement_date')} note={t('movement.future')} />
        <WarehousePicker
          withAsterisk
          required
          name="from_warehouse_id"
          label={t('movement.sourceWarehouse')}
          onPick={clearBatches}
        />
        <WarehousePicker
          withAsterisk
          required
          name="to_warehouse_id"
          label={t('movement.destination')}
          {...(from && { query: { except: from } })}
        />
        {isSame && (
          <Wide>
            <Alert color="red" variant="light">
              {t('transfers.sameWarehouse')}
            </Alert>
          </Wide>
        )}
        <Wide>
          <TextAreaField name="notes" label={t('movement.notes')} />
        </Wide>
      </FormSection>
      <section className={classes.sheet} aria-label={t('transfers.lines')} data-path="items" tabIndex={-1}>
        <Title order={2} fz="md" className={classes.title!}>
          {t('transfers.lines')}
        </Title>
        {problem && (
          <Alert color="red" variant="light" mx="md" mb="sm">
            {problem}
          </Alert>
        )}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles key events that bubble up from its fields */}
        <ul className={classes.lines} onKeyDown={onKeyDown}>
          {lines.map((line, index) => (
            <TransferLine
              key={index}
              index={index}
              line={line}
              warehouseId={from ?? null}
              day={day}
              isWhole={whole.has(batchKey(line.product_id, line.batch_number))}
              wanted={wanted}
              errors={form.errors}
              onChange={(field, value) => set(index, field, value)}
              onRemove={() => form.removeListItem('items', index)}
            />
          ))}
        </ul>
        <div className={classes.adder}>
          <ProductAdder id={ADDER} label={t('transfers.add')} onPick={add} />
        </div>
      </section>
      <FormActions
        handle={handle}
        onCancel={
          // Leaving the address of the act asks by itself.
          reopened
            ? onClear
            : () => void (async () => (!handle.isUnsaved() || (await handle.askToLeave())) && onClear())()
        }
        saveLabel={t('transfers.save')}
      />
    </EntityForm>
  );
}

function newTransfer(given: GoodsToMove | undefined) {
  const items = (given?.goods ?? []).map((goods) => ({ ...goods, quantity: null as never }));
  return { movement_date: companyToday(), notes: '', items, ...(given && { from_warehouse_id: given.from }) };
}

/** A transfer that waits on the device is sent when its goods have gone, so the form finds what the server would refuse. */
function missingBatches(lines: readonly TypedLine[]) {
  return lines.flatMap(({ product_id, batch_number }, index) => {
    const product = knownProduct(product_id);
    const faults = product ? batchNumberFaults(batch_number, product) : [];
    return faults.map(({ path, code }) => ({ path: `items.${index}.${path}`, code }));
  });
}

/** The product of a line, which its fields have read; undefined while it loads. */
function knownProduct(id: number): Product | undefined {
  return queryClient.getQueryData<Product>(api.products.get.query({ id }).queryKey);
}

function batchKey(productId: number, batch: string | null): string {
  return `${productId} ${batch}`;
}

/** The places of a batch that a line has read because its source does not have it. */
function knownPlaces(productId: number, batch: string | null) {
  const stock = queryClient.getQueryData<{ rows: ProductStockRow[] }>(stockEverywhere(productId).queryKey);
  return batch === null ? [] : stockPlacesOf(stock?.rows ?? [], batch);
}

/** The warehouses of a transfer by name; null while a name loads. */
function wayOf({ from_warehouse_id, to_warehouse_id }: TransferBody): string | null {
  const names = [from_warehouse_id, to_warehouse_id].map(
    (id) => queryClient.getQueryData<Warehouse>(api.warehouses.get.query({ id }).queryKey)?.name,
  );
  return names.includes(undefined) ? null : names.join(' → ');
}

/** The row of a line in the list of acts. */
function rowOf({ product_id, batch_number, quantity }: TransferBody['items'][number]): ActRow[] {
  const product = knownProduct(product_id);
  return product
    ? [{ code: product.code, batch: batch_number ?? null, quantity: quantity ?? null, unit: product.unit_of_measure }]
    : [];
}
