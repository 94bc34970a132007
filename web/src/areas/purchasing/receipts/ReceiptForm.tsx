import { Alert, Button, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderToReceive } from '@bobina/contract/purchasing/receipts.ts';
import type { ReelInput } from '@bobina/contract/stock/reels.ts';
import type { Warehouse } from '@bobina/contract/registry/places-and-machines.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { useFormats } from '../../../lib/formats.ts';
import { REOPENED, WAITING, type Act } from '../../../lib/offline/acts.ts';
import { useShopFloor, useUnsentOn } from '../../../lib/offline/shop-floor.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { EntityForm, FormActions } from '../../../ui/form/EntityForm.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import { NotedDayField } from '../../../ui/form/NotedDayField.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { useFocusFirst } from '../../../ui/form/use-focus-first.ts';
import { ReopenedNotice } from '../../../ui/offline/ReopenedNotice.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { Pairs } from '../../../ui/page/Pairs.tsx';
import { toast } from '../../../ui/toasts.ts';
import { CHANGED_BY_RECEIPT } from '../calls.ts';
import { OrderStatus } from '../statuses.tsx';
import { useUnit } from '../../../lib/use-unit.ts';
import { prepared } from '../../../ui/prepared.tsx';
import { BatchDialog } from './BatchDialog.tsx';
import {
  batchesAt,
  emptyReceipt,
  receiptSchemaFor,
  withTyped,
  type Batch,
  type TypedItem,
  type TypedReceipt,
} from './receipt-form.ts';
import { ReceiptItem } from './ReceiptItem.tsx';
import type { Received } from './ReceivedNotice.tsx';
import classes from './receipt.module.css';
import type { BatchRow } from './use-batch-rows.ts';
import { useCompleted } from './use-completed.ts';
import { queuedReceipt } from './queued-receipt.ts';
import { useScannedItem } from './use-scanned-item.ts';
import { useReceive, type Receipt } from './use-receive.tsx';

const LIST = '/operazioni/ricezione-merce';
const ReelRowsDialog = prepared(() =>
  import('../../reels/index.ts').then((module) => ({ default: module.ReelRowsDialog })),
);

interface Props {
  /** The order as first loaded: the form's lines keep its sequence. */
  opened: OrderToReceive;
  /** The current order: other users may receive goods at the same time. */
  order: OrderToReceive;
  warehouses: readonly Warehouse[];
  /** A refused receipt of this order whose values the form takes over. */
  reopened: Act | null;
  /** The receipt waits on the device, and no other screen can be loaded: the form starts empty. */
  onStay: () => void;
}

/** Shows the form that receives goods of one order with one delivery note. */
export function ReceiptForm({ opened, order, warehouses, reopened, onStay }: Props) {
  const { t } = useTranslation('purchasing');
  const formats = useFormats();
  const unitOf = useUnit();
  const navigate = useNavigate();
  const lines = useMemo(() => {
    const now = new Map(order.items.map((item) => [item.id, item]));
    return opened.items.map((item) => now.get(item.id) ?? item);
  }, [opened, order]);
  const schema = useMemo(() => receiptSchemaFor(lines), [lines]);
  useShopFloor();
  const unsent = useUnsentOn(queuedReceipt(order.id)).filter(({ seq }) => seq !== reopened?.seq).length;
  const [dialog, setDialog] = useState<number | null>(null);
  /** Batches by line that were typed before Escape closed their dialog: it opens with them again. */
  const [drafts, setDrafts] = useState<ReadonlyMap<number, readonly BatchRow[]>>(new Map());
  const keepDraft = (item: number, draft?: readonly BatchRow[]) => {
    const others = [...drafts].filter(([id]) => id !== item);
    setDrafts(new Map(draft ? [...others, [item, draft]] : others));
  };
  const active = useMemo(() => warehouses.filter(({ is_active }) => is_active), [warehouses]);
  const nameOf = (index: number, { quantity, batches, reels }: TypedItem) => {
    const { code, unit_of_measure } = lines[index]!;
    const amount = (value: number) => formats.quantity(value, unitOf(unit_of_measure));
    const parts = (batches ?? []).map((batch) =>
      t('receipt.forcedBatch', { batch: batch.batch_number, quantity: amount(batch.quantity) }),
    );
    const count = reels?.length ?? 0;
    const counted = count > 0 ? [t('receipt.editReels', { count, shown: formats.number(count) })] : [];
    return `${code}: ${[amount(quantity ?? 0), ...counted, ...parts].join(' · ')}`;
  };
  const receive = useReceive(order, nameOf, reopened?.seq);
  const isListThere = useRef(true);
  /** On a first visit, the worker that keeps the list's code is not there yet. The form stays busy until that is known. */
  const save: typeof receive = async (input, options) => {
    const saved = await receive(input, options);
    if (saved !== WAITING) return saved;
    try {
      await import('./ReceiptsPage.tsx');
    } catch {
      isListThere.current = false;
    }
    return saved;
  };
  const handle = useEntityForm({
    schema,
    // What a refused receipt holds waits on the device already. Other lines of the order need another draft.
    ...(!reopened && { draft: `receipt:${opened.items.map(({ id }) => id).join('-')}` }),
    initial: withTyped(emptyReceipt(opened, active.length === 1 ? active[0]!.id : null), reopened),
    openBy: REOPENED,
    save: save as never,
    failure: t('receipt.saveFailed'),
    invalid: (untouched) => (untouched.isDirty() ? undefined : t('receipt.noChanges')),
    onSaved: (saved) => {
      // The shell announces what waits.
      if (saved === WAITING) return isListThere.current ? void navigate({ to: LIST }) : onStay();
      const lines = (form.getValues() as TypedReceipt).items.flatMap((item, index) =>
        typeof item.quantity === 'number' && item.quantity > 0 ? [nameOf(index, item)] : [],
      );
      toast.success(t('receipt.saved'), undefined, lines);
      for (const entity of CHANGED_BY_RECEIPT) void queryClient.invalidateQueries({ queryKey: [entity] });
      const { receipt_id, reels, warnings = [] } = saved as Receipt;
      const { document_number, items } = form.getValues() as TypedReceipt;
      const received: Received = {
        receipt_id,
        order_id: opened.id,
        document_number,
        reels: reels.map(({ batch_id }) => batch_id),
        has_batches: items.some(({ batches }) => (batches ?? []).length > 0),
        warnings: warnings.map(({ message }) => message),
      };
      void navigate({ to: LIST, state: { received } as never });
    },
  });
  useFocusFirst(handle, true);
  const { form } = handle;
  const typed = form.useWatchValue('items') as TypedItem[];
  const set = (index: number, field: keyof TypedItem, value: unknown) =>
    form.setFieldValue(`items.${index}.${field}`, value, { forceUpdate: false });
  const setQuantity = (index: number, value: unknown) => {
    set(index, 'batches', batchesAt(typed[index]!, value));
    set(index, 'quantity', value);
  };
  const completed = useCompleted(order.id, (item, isCompleted) => {
    // Clears the values of a completed line: the server would refuse them.
    const index = opened.items.findIndex(({ id }) => id === item.id);
    if (!isCompleted || index < 0) return;
    set(index, 'quantity', 0);
    set(index, 'batches', []);
    set(index, 'reels', []);
  });
  const clearErrors = (index: number, field: 'batches' | 'reels') =>
    form.setErrors(
      (before: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries(before).filter(([path]) => !path.startsWith(`items.${index}.${field}`) && path !== 'items'),
        ) as never,
    );
  const openBatches = (index: number) => {
    const { quantity } = typed[index]!;
    if (lines[index]!.is_reel) return setDialog(index);
    if (typeof quantity === 'number' && quantity > 0) return setDialog(index);
    form.setFieldError(`items.${index}.quantity`, t('batches.quantityFirst'));
  };
  const saveBatches = (batches: Batch[]) => {
    clearErrors(dialog!, 'batches');
    set(dialog!, 'batches', batches);
    setDialog(null);
  };
  const saveReels = (reels: ReelInput[], quantity: number) => {
    clearErrors(dialog!, 'reels');
    set(dialog!, 'reels', reels);
    set(dialog!, 'quantity', quantity);
    setDialog(null);
  };
  const reelErrors = (index: number) => {
    const start = `items.${index}.reels`;
    return Object.fromEntries(
      Object.entries(form.errors)
        .filter(([path]) => path.startsWith(start))
        .map(([path, message]) => [path.slice(start.length + 1), typeof message === 'string' ? message : '']),
    );
  };
  const withoutWarehouse = lines.flatMap(({ status }, index) =>
    status !== 'completed' && !typed[index]!.warehouse_id ? [index] : [],
  );
  /** Open lines whose quantity is still empty. Reels are entered one by one. */
  const untouched = lines.flatMap(({ status, is_reel, remaining_quantity }, index) =>
    status !== 'completed' && !is_reel && remaining_quantity > 0 && !typed[index]!.quantity ? [index] : [],
  );
  const takeRemaining = () => {
    form.clearFieldError('items');
    for (const index of untouched) setQuantity(index, lines[index]!.remaining_quantity);
    focusField(`items.${untouched[0]!}.quantity`);
  };
  const takeWarehouse = (index: number) => {
    for (const other of withoutWarehouse) {
      form.clearFieldError(`items.${other}.warehouse_id`);
      set(other, 'warehouse_id', typed[index]!.warehouse_id);
    }
    focusField(`items.${index}.warehouse_id`);
  };
  const list = useRef<HTMLUListElement>(null);
  /** The button that was pressed goes away. */
  const focusField = (path: string) => list.current?.querySelector<HTMLElement>(`[data-path="${path}"]`)?.focus();
  /** A product with several lines: the first one that is still empty. */
  useScannedItem(lines, (indexes) => {
    const open = indexes.filter((index) => lines[index]!.status !== 'completed');
    const [first = indexes[0]!] = [...open.filter((index) => !typed[index]!.quantity), ...open];
    if (open.length === 0) return toast.warning(t('receipt.markedCompleted', { code: lines[first]!.code }));
    const path = `items.${first}.${lines[first]!.is_reel ? 'reels' : 'quantity'}`;
    focusField(path);
    list.current?.querySelector(`[data-path="${path}"]`)?.scrollIntoView({ block: 'center' });
  });
  /** Enter moves to the next field; Ctrl-Enter saves. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (
      event.key !== 'Enter' ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      !(event.target instanceof HTMLInputElement) ||
      !list.current?.contains(event.target)
    )
      return;
    event.preventDefault();
    const stops = [
      ...list.current.querySelectorAll<HTMLElement>(
        'input:not([disabled], [type="hidden"], [data-act]), [data-path$=".batches"]:not([disabled]), [data-path$=".reels"]:not([disabled])',
      ),
    ];
    stops[stops.indexOf(event.target) + 1]?.focus();
  };
  const pairs = [
    [t('order.order_number'), <EntityLink key="order" kind="purchase_order" id={order.id} text={order.order_number} />],
    [
      t('order.supplier'),
      <EntityLink key="supplier" kind="supplier" id={order.supplier_id} text={order.supplier_name} />,
    ],
    [t('order.order_date'), formats.day(order.order_date)],
    [t('order.requested_arrival_date'), formats.day(order.requested_arrival_date)],
    [t('order.status'), <OrderStatus key="status" status={order.status} />],
  ] as const;
  const problem = form.errors['items'] as string | undefined;
  const inDialog = dialog === null ? undefined : lines[dialog];
  return (
    <Page title={t('receipt.title', { number: order.order_number })}>
      <div className={`${classes.sheet} ${classes.facts}`}>
        <Pairs pairs={pairs} />
      </div>
      {reopened && <ReopenedNotice act={reopened} />}
      {unsent > 0 && (
        <Alert color="yellow" variant="light" mb="md">
          {t('receipt.unsent', { count: unsent, shown: formats.number(unsent) })}
        </Alert>
      )}
      <EntityForm handle={handle} hasLines label={t('receipt.title', { number: order.order_number })}>
        <FormSection title={t('receipt.document')} open>
          <TextField name="document_number" label={t('receipt.document_number')} withAsterisk />
          <NotedDayField name="document_date" label={t('receipt.document_date')} note={t('batches.future')} />
        </FormSection>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles key events that bubble up from its fields */}
        <section
          className={`${classes.sheet} ${classes.receiptLines}`}
          aria-label={t('receipt.items')}
          data-path="items"
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          <div className={`${classes.title} ${classes.receiptHead}`}>
            <h2>{t('receipt.items')}</h2>
          </div>
          {problem && (
            <Alert color="red" variant="light" mx="md" mb="sm">
              <Text size="sm">{problem}</Text>
            </Alert>
          )}
          <ul className={classes.items} ref={list}>
            {lines.map((item, index) => (
              <ReceiptItem
                key={item.id}
                index={index}
                item={item}
                typed={typed[index]!}
                errors={form.errors}
                isSwitching={completed.switching === item.id}
                warehouses={warehouses
                  .filter(({ is_active, id }) => is_active || id === typed[index]!.warehouse_id)
                  .map(({ id, name }) => ({ value: String(id), label: name }))}
                onQuantity={(value) => {
                  form.clearFieldError('items');
                  form.clearFieldError(`items.${index}.batches`);
                  setQuantity(index, value);
                }}
                onWarehouse={(id) => set(index, 'warehouse_id', id)}
                onSameWarehouse={
                  typed[index]!.warehouse_id && withoutWarehouse.length > 0 ? () => takeWarehouse(index) : undefined
                }
                onBatches={() => openBatches(index)}
                onCompleted={(isCompleted) => completed.set(item, isCompleted)}
              />
            ))}
          </ul>
          {/* In the head on the screen; Tab comes to the lines first. */}
          {untouched.length > 1 && (
            <Button className={classes.takeAll!} size="sm" variant="default" onClick={takeRemaining}>
              {t('receipt.takeAll')}
            </Button>
          )}
        </section>
        <Text size="sm">{t('receipt.final')}</Text>
        <FormActions handle={handle} onCancel={() => void navigate({ to: LIST })} saveLabel={t('receipt.save')} />
      </EntityForm>
      {inDialog?.is_reel && (
        <Suspense fallback={null}>
          <ReelRowsDialog
            title={t('receipt.reelsTitle', { code: inDialog.code })}
            productId={inDialog.product_id}
            reels={(typed[dialog!]!.reels ?? []) as ReelInput[]}
            errors={reelErrors(dialog!)}
            expected={inDialog.remaining_quantity}
            onSave={saveReels}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
      {inDialog && !inDialog.is_reel && (
        <BatchDialog
          item={inDialog}
          quantity={typed[dialog!]!.quantity ?? 0}
          batches={(typed[dialog!]!.batches ?? []) as Batch[]}
          draft={drafts.get(inDialog.id)}
          onSave={(batches) => (keepDraft(inDialog.id), saveBatches(batches))}
          onClose={(draft) => (keepDraft(inDialog.id, draft), setDialog(null))}
        />
      )}
    </Page>
  );
}
