import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { ItemToPack } from '@bobina/contract/sales/packing-lists.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { toast } from '../../../ui/toasts.ts';
import type { EntityForm } from '../../../ui/form/use-entity-form.ts';
import classes from '../sales.module.css';
import { PackedLine } from './PackedLine.tsx';
import { usePackingScan } from './use-packing-scan.ts';
import { leftOf, lineFor, packedTotal, type PackingLine } from './packing-line.ts';

const MOST = 1000;

/** Shows the undelivered lines of the order and the lines of this packing list. */
export function PackedLines({ handle, orderId }: { handle: EntityForm; orderId: number | null }) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const { form } = handle;
  const list = useRef<HTMLUListElement>(null);
  const lines = form.useWatchValue('items') as PackingLine[];
  const items = useQuery({
    ...api.packingLists.itemsToPack.query({ orderId: orderId ?? 0, query: { limit: MOST } }),
    enabled: orderId !== null,
  });
  const rows = orderId === null ? [] : (items.data?.rows ?? []);
  const { place, addAllButton } = useFocusAfterChoice(orderId, rows.length > 0);
  const put = (next: PackingLine[]) => {
    form.clearFieldError('items');
    form.setFieldValue('items', next);
  };
  /** Sets the lines and moves the focus to the first new one: a scanned batch has its place, so that its quantity is next. */
  const putAndFocus = (next: PackingLine[]) => {
    flushSync(() => put(next));
    const field = next[lines.length]?.batch_number ? '[data-path$=quantity]' : 'input:not([type=hidden])';
    list.current?.children[lines.length]?.querySelector<HTMLElement>(field)?.focus();
  };
  const add = (item: ItemToPack) => {
    const left = leftOf(item, lines);
    if (left <= 0) return toast.error(t('packing.nothingLeft'));
    putAndFocus([...lines, lineFor(item, left)]);
  };
  const addAll = () =>
    putAndFocus([
      ...lines,
      ...rows
        .map((item) => ({ item, left: leftOf(item, lines) }))
        .filter(({ item, left }) => left > 0 && item.stock_quantity > 0)
        .map(({ item, left }) => lineFor(item, left)),
    ]);
  usePackingScan(rows, lines, (line) => putAndFocus([...lines, line]));
  const set = (index: number, field: keyof PackingLine, value: unknown) =>
    form.setFieldValue(`items.${index}.${field}`, value as never, { forceUpdate: false });
  const problem = form.errors['items'] as string | undefined;
  const isLoading = orderId !== null && items.isPending;
  return (
    <Stack gap="md" ref={place} tabIndex={-1}>
      {isLoading && <Skeleton h={120} />}
      {orderId !== null && items.isError && (
        <LoadFailed title={t('failed')} error={items.error} onRetry={() => void items.refetch()} />
      )}
      {rows.length > 0 && (
        <section aria-label={t('packing.toDeliver')}>
          <Group justify="space-between">
            <Title order={3} fz="md">
              {t('packing.toDeliver')}
            </Title>
            <Button variant="default" size="sm" onClick={addAll} ref={addAllButton}>
              {t('packing.addAll')}
            </Button>
          </Group>
          <ul className={classes.offered}>
            {rows.map((item) => (
              <Offer key={item.order_item_id} item={item} onAdd={() => add(item)} />
            ))}
          </ul>
        </section>
      )}
      <section aria-label={t('packingList.items')} data-path="items" tabIndex={-1}>
        {problem && (
          <Alert color="red" variant="light" mb="sm">
            {problem}
          </Alert>
        )}
        {lines.length > 0 && (
          <Title order={3} fz="md">
            {t('packingList.items')}
          </Title>
        )}
        <ul className={classes.lines} ref={list}>
          {lines.map((line, index) => {
            const item = rows.find(({ order_item_id }) => order_item_id === line.order_item_id);
            return (
              item && (
                <PackedLine
                  key={line.key}
                  index={index}
                  line={line}
                  item={item}
                  errors={form.errors}
                  onChange={(field, value) => set(index, field, value)}
                  onRemove={() => put(lines.filter((_, at) => at !== index))}
                />
              )
            );
          })}
        </ul>
        {lines.length > 0 && (
          <Text ta="end" fw={700} aria-live="polite" mt="sm">
            {t('packingList.total_amount')}: {formats.money(packedTotal(lines))}
          </Text>
        )}
      </section>
    </Stack>
  );
}

/** Moves the focus to the lines of an order that was just chosen, and to their first button when they are loaded. */
function useFocusAfterChoice(orderId: number | null, isLoaded: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const addAllButton = useRef<HTMLButtonElement>(null);
  const shown = useRef(orderId);
  // A layout effect runs before the picker of the order would move the focus to the next field, the notes.
  useLayoutEffect(() => {
    if (orderId !== null && orderId !== shown.current) place.current?.focus();
    shown.current = orderId;
  }, [orderId]);
  useEffect(() => {
    if (isLoaded && document.activeElement === place.current) addAllButton.current?.focus();
  }, [isLoaded, orderId]);
  return { place, addAllButton };
}

function Offer({ item, onAdd }: { item: ItemToPack; onAdd: () => void }) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const unit = useUnit()(item.unit_of_measure);
  const figures = (['ordered_quantity', 'delivered_quantity', 'remaining_quantity', 'stock_quantity'] as const).map(
    (key) => `${t(`packing.${key}`)} ${formats.quantity(item[key], unit)}`,
  );
  return (
    <li className={classes.offer}>
      <div className={classes.offerName}>
        <div>
          <span className={classes.code}>{item.code}</span> · {item.product_name}
        </div>
        <Text size="sm" c="dimmed">
          {figures.join(' · ')}
        </Text>
      </div>
      <Button
        variant="light"
        size="sm"
        leftSection={<IconPlus size={16} />}
        onClick={onAdd}
        aria-label={t('packing.addItem', { code: item.code })}
      >
        {t('packing.add')}
      </Button>
    </li>
  );
}
