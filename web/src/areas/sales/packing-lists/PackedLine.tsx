import { ActionIcon, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { batchIn } from '@bobina/contract/core/read-scan.ts';
import { isRefusedFraction } from '@bobina/contract/core/whole.rules.ts';
import type { ItemToPack } from '@bobina/contract/sales/packing-lists.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { ChoicePicker } from '../../../ui/form/Picker.tsx';
import { NumberBox } from '../../../ui/form/NumberBox.tsx';
import { useFieldCheck } from '../../../ui/form/field-checks.ts';
import { ScanField } from '../../../ui/scan/CameraButton.tsx';
import { toast } from '../../../ui/toasts.ts';
import classes from '../sales.module.css';
import { placesOf, type PackingLine } from './packing-line.ts';

const MOST_BATCHES = 1000;
const STEP = 0.01;

interface Props {
  index: number;
  line: PackingLine;
  item: ItemToPack;
  errors: Readonly<Record<string, unknown>>;
  onChange: (field: keyof PackingLine, value: unknown) => void;
  onRemove: () => void;
}

/** Shows one line to deliver: warehouse, batch, quantity and price. */
export function PackedLine({ index, line, item, errors, onChange, onRemove }: Props) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const unit = useUnit()(item.unit_of_measure);
  const stock = useQuery(
    api.packingLists.stockToPack.query({ productId: item.product_id, query: { limit: MOST_BATCHES } }),
  );
  const there = stock.data?.rows ?? [];
  const places = placesOf(there);
  const [fullest] = places;
  const chooseFullest = useEffectEvent(() => {
    if (fullest && line.warehouse_id === null) onChange('warehouse_id', fullest.id);
  });
  useEffect(() => chooseFullest(), [fullest?.id]);
  const path = (field: string) => `items.${index}.${field}`;
  useFieldCheck({
    path: path('warehouse_id'),
    isOpen: () => line.warehouse_id === null && stock.isPending,
    settle: async () => {
      const { data } = await stock.refetch({ cancelRefetch: false });
      const [first] = placesOf(data?.rows ?? []);
      if (first) onChange('warehouse_id', first.id);
      return true;
    },
  });
  const errorOf = (field: string) => errors[path(field)] as string | undefined;
  const name = (field: string) => t('packing.of', { field, code: item.code, line: index + 1 });
  const batches = there.filter(({ warehouse_id, batch_number }) => warehouse_id === line.warehouse_id && batch_number);
  const chosen = batches.find(({ batch_number }) => batch_number === line.batch_number);
  const available = chosen ? chosen.quantity : places.find(({ id }) => id === line.warehouse_id)?.quantity;
  /** Selects a scanned batch, with the warehouse that holds it if the selected one does not. */
  const takeBatch = (code: string) => {
    const batch = batchIn(code, { code: item.code });
    const found = batches.find((row) => row.batch_number === batch) ?? there.find((row) => row.batch_number === batch);
    if (!found) return toast.error(t('packing.noBatch', { batch, code: item.code }));
    onChange('warehouse_id', found.warehouse_id);
    onChange('batch_number', batch);
  };
  const hint = () => {
    if (stock.isError) return t('packing.stockFailed');
    if (stock.data && places.length === 0) return t('packing.noStock');
    return available === undefined
      ? undefined
      : t('packing.available', { quantity: formats.quantity(available, unit) });
  };
  return (
    <li className={classes.line} aria-label={name(t('packing.line'))}>
      <div>
        <div className={classes.code}>{item.code}</div>
        <Text size="sm" c="dimmed">
          {item.product_name}
        </Text>
        {errorOf('order_item_id') && (
          <Text size="sm" c="var(--mantine-color-error)">
            {errorOf('order_item_id')}
          </Text>
        )}
      </div>
      <ChoicePicker
        data-path={path('warehouse_id')}
        label={t('item.warehouse_name')}
        aria-label={name(t('item.warehouse_name'))}
        withAsterisk
        clearable={false}
        isLoading={stock.isFetching}
        data={places.map(({ id, name: label }) => ({ value: String(id), label }))}
        value={line.warehouse_id === null ? null : String(line.warehouse_id)}
        error={errorOf('warehouse_id')}
        onChange={(id) => {
          onChange('warehouse_id', id === null ? null : Number(id));
          onChange('batch_number', null);
        }}
      />
      {item.has_batch ? (
        <ScanField onScan={takeBatch}>
          <ChoicePicker
            data-path={path('batch_number')}
            label={t('item.batch_number')}
            aria-label={name(t('item.batch_number'))}
            placeholder={t('packing.byExpiry')}
            isLoading={stock.isFetching}
            clearLabel={t('packing.byExpiry')}
            data={batches.map((batch) => ({
              value: batch.batch_number!,
              label: [
                batch.batch_number,
                formats.quantity(batch.quantity, unit),
                batch.expiry_date &&
                  t(batch.is_expired ? 'packing.expired' : 'packing.expires', { day: formats.day(batch.expiry_date) }),
              ]
                .filter(Boolean)
                .join(' · '),
            }))}
            value={line.batch_number}
            error={errorOf('batch_number')}
            {...(chosen?.is_expired && { description: t('packing.isExpired') })}
            onChange={(batch) => onChange('batch_number', batch)}
          />
        </ScanField>
      ) : (
        <div />
      )}
      <NumberBox
        data-path={path('quantity')}
        label={t('item.quantity')}
        aria-label={name(t('item.quantity'))}
        withAsterisk
        unit={unit}
        step={isRefusedFraction(item.unit_of_measure, STEP) ? 1 : STEP}
        value={line.quantity}
        description={hint()}
        error={errorOf('quantity')}
        onChange={(value) => onChange('quantity', value)}
      />
      <NumberBox
        data-path={path('unit_price')}
        label={t('item.unit_price')}
        aria-label={name(t('item.unit_price'))}
        unit="€"
        least={2}
        value={line.unit_price}
        error={errorOf('unit_price')}
        onChange={(value) => onChange('unit_price', value)}
      />
      <ActionIcon
        className={classes.remove!}
        color="gray"
        size="lg"
        aria-label={name(t('packing.remove'))}
        onClick={onRemove}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </li>
  );
}
