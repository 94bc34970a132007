import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isCounted } from '@bobina/contract/core/whole.rules.ts';
import { MOVEMENT_TYPES, type Movement, type MovementType } from '@bobina/contract/stock/movements.ts';
import { dayOrNull } from '../../../lib/days.ts';
import { useFormats } from '../../../lib/formats.ts';
import { SelectField, TextAreaField } from '../../../ui/form/fields.tsx';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';
import { FormSection, Wide } from '../../../ui/form/FormSection.tsx';
import { NotedDayField } from '../../../ui/form/NotedDayField.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { ProductPicker, WarehousePicker } from '../../../ui/form/pickers.tsx';
import { ScanField } from '../../../ui/scan/CameraButton.tsx';
import { useUnit } from '../../../lib/use-unit.ts';
import { LoadedBatch, TakenBatch } from './BatchFields.tsx';
import type { Known } from './movement-form.ts';
import { availableOf, onlyPlaceOf, useGoods } from './use-goods.ts';
import { useScannedGoods } from '../scan/use-scanned-goods.ts';
import { useOnChange } from './use-on-change.ts';

const STEP = 0.01;
/** The fields that a scan may leave empty, in their order. */
const IN_ORDER = ['movement_type', 'warehouse_id', 'destination_warehouse_id', 'batch_number', 'quantity'] as const;

interface Props {
  original: Movement | undefined;
  /** Called with the known product and available quantity, which the form's validation needs. */
  onKnown: (known: Known) => void;
}

/** Shows the fields of a movement. */
export function MovementFields({ original, onKnown }: Props) {
  const { t } = useTranslation('stock');
  const formats = useFormats();
  const unitOf = useUnit();
  const form = useFormHere();
  const type = useFieldValue<MovementType | null>('movement_type');
  const productId = useFieldValue<number | null>('product_id');
  const warehouseId = useFieldValue<number | null>('warehouse_id');
  const batch = useFieldValue<string | null>('batch_number');
  const quantity = useFieldValue<number | string | null>('quantity');
  const day = dayOrNull(useFieldValue<string | null>('movement_date'));
  const {
    product,
    available: batches,
    isLoading,
    hasFailed,
    since,
  } = useGoods({ type, productId, warehouseId, day }, original);
  const unit = product ? unitOf(product.unit_of_measure) : '';
  const isChosen = product !== undefined && (!product.has_batch || Boolean(batch));
  const available = isChosen ? availableOf(batches, batch) : undefined;
  useEffect(() => {
    onKnown({ product, available });
  }, [onKnown, product, available]);

  const clearBatch = () => {
    form.setFieldValue('batch_number', '');
    form.setFieldValue('production_date', null);
    form.setFieldValue('expiry_date', null);
  };
  const isLoad = type === 'C';
  // A change of type may invalidate the batch; only a transfer has a destination.
  useOnChange({ type }, (last) => {
    if (isLoad || last.type === 'C') clearBatch();
    if (type !== 'T') form.setFieldValue('destination_warehouse_id', null);
  });

  /** Keeps a scanned batch when the warehouse is chosen after the scan. */
  const [scanned, setScanned] = useState<string | null>(null);
  /** Counts the scans: each leads to the first field that is still empty. */
  const [scans, setScans] = useState(0);
  const focusEmpty = useEffectEvent(() => {
    const values = form.getValues();
    const isEmpty = (field: string) => values[field] === null || values[field] === undefined || values[field] === '';
    for (const field of IN_ORDER.filter(isEmpty)) {
      const input = document.querySelector<HTMLElement>(`[data-path="${field}"]:not(:disabled)`);
      if (input) return input.focus();
    }
  });
  useEffect(() => {
    if (scans > 0) focusEmpty();
  }, [scans]);
  /** Goods that lie in one warehouse name it. */
  const proposePlace = async (id: number, label: { batch: string | null; warehouse?: number | null }) => {
    const place = label.warehouse ?? (await onlyPlaceOf(id, label.batch));
    const values = form.getValues();
    if (place && !values['warehouse_id'] && values['product_id'] === id) form.setFieldValue('warehouse_id', place);
  };
  // A scanned reel is taken as a whole, unless a quantity was typed.
  const whole = product?.is_reel && batch && batch === scanned && !isLoad ? available : undefined;
  const proposed = useRef<string | null>(null);
  const propose = useEffectEvent(() => {
    if (!whole || proposed.current === batch) return;
    proposed.current = batch;
    if (quantity === null || quantity === undefined || quantity === '') form.setFieldValue('quantity', whole);
  });
  useEffect(() => propose(), [whole, batch]);
  useScannedGoods(({ product: found, ...label }) => {
    form.setFieldValue('product_id', found.id);
    clearBatch();
    const labelled = found.has_batch ? label.batch : null;
    setScanned(labelled);
    proposed.current = null;
    setScans(scans + 1);
    if (!isLoad) void proposePlace(found.id, label);
    if (!labelled) return;
    form.setFieldValue('batch_number', labelled);
    if (!isLoad) return;
    // The stock of a reel is corrected by a count. The save would refuse it, after all fields are filled.
    if (found.is_reel && label.warehouse) form.setFieldError('batch_number', t('movementForm.reelExists'));
    if (found.has_production_date) form.setFieldValue('production_date', label.production);
    if (found.has_expiry_date) form.setFieldValue('expiry_date', label.expiry);
  });

  const isTooMuch = typeof quantity === 'number' && available !== undefined && quantity > available;
  const description =
    available === undefined
      ? hasFailed && t('movementForm.availabilityFailed')
      : t(since ? 'movementForm.availableOn' : 'movementForm.available', {
          quantity: formats.quantity(available, unit),
          ...(since && { day: formats.day(since) }),
        });
  return (
    <FormSection title={t('movementForm.title')} open>
      <SelectField
        name="movement_type"
        label={t('movement.movement_type')}
        withAsterisk
        allowDeselect={false}
        data={MOVEMENT_TYPES.map((value) => ({ value, label: t(`movementType.${value}`) }))}
      />
      <NotedDayField name="movement_date" label={t('movement.movement_date')} note={t('movement.future')} />
      <ScanField>
        <ProductPicker name="product_id" label={t('movement.product')} withAsterisk required onPick={clearBatch} />
      </ScanField>
      <WarehousePicker
        withAsterisk
        required
        name="warehouse_id"
        label={t(type === 'T' ? 'movement.sourceWarehouse' : 'stock.warehouse')}
        onPick={() => !isLoad && (batch === '' || batch !== scanned) && clearBatch()}
      />
      {type === 'T' && (
        <WarehousePicker
          withAsterisk
          required
          name="destination_warehouse_id"
          label={t('movement.destination')}
          {...(warehouseId && { query: { except: warehouseId } })}
        />
      )}
      {product?.has_batch &&
        (isLoad ? (
          <LoadedBatch product={product} />
        ) : (
          <TakenBatch batches={batches} isLoading={isLoading} unit={unit} />
        ))}
      <NumberField
        name="quantity"
        label={t('movement.quantity')}
        withAsterisk
        step={STEP}
        unit={unit || undefined}
        isCounted={product !== undefined && isCounted(product.unit_of_measure)}
        description={description || undefined}
        {...(isTooMuch && { error: t('movementForm.notAvailable') })}
      />
      <Wide>
        <TextAreaField name="notes" label={t('movement.notes')} />
      </Wide>
    </FormSection>
  );
}
