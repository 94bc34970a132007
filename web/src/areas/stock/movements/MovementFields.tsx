import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '@bobina/contract/registry/products.ts';
import { MOVEMENT_TYPES, type Movement, type MovementType } from '@bobina/contract/stock/movements.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';
import { FormSection, Wide } from '../../../ui/form/FormSection.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { EntityPicker } from '../../../ui/form/Picker.tsx';
import { ProductPicker } from '../../../ui/form/pickers.tsx';
import { useUnit } from '../../../lib/use-unit.ts';
import { availableIn, type Available } from './available.ts';
import type { Known } from './movement-form.ts';
import { useOnChange } from './use-on-change.ts';

const MOST_BATCHES = 1000;
const STEP = 0.01;
type Chosen = { type: MovementType | null; productId: number | null; warehouseId: number | null };

/** The product that was chosen, and what of it can be taken where: nothing to know for a load. */
const useGoods = ({ type, productId, warehouseId }: Chosen, original: Movement | undefined) => {
  const product = useQuery({ ...api.products.get.query({ id: productId ?? 0 }), enabled: productId !== null });
  const takes = type !== 'C' && productId !== null && warehouseId !== null;
  const stock = useQuery({
    ...api.stock.ofProduct.query({
      productId: productId ?? 0,
      query: { warehouse_id: String(warehouseId ?? 0), limit: MOST_BATCHES },
    }),
    enabled: takes,
  });
  return {
    product: productId === null ? undefined : product.data,
    hasFailed: takes && stock.isError,
    available:
      takes && stock.data
        ? availableIn(stock.data.rows, { product_id: productId, warehouse_id: warehouseId }, original)
        : undefined,
  };
};

const WarehousePicker = (props: { name: string; label: string; onPick?: () => void }) => (
  <EntityPicker
    {...props}
    withAsterisk
    required
    list={api.warehouses.list}
    get={api.warehouses.get}
    query={{ is_active: true, sort: 'name' }}
    nameOf={(row) => row.name}
  />
);

/** The batch of a load is typed, and comes in with the dates that its product tracks. */
const LoadedBatch = ({ product }: { product: Product }) => {
  const { t } = useTranslation('stock');
  return (
    <>
      <TextField name="batch_number" label={t('stock.batch')} withAsterisk />
      {product.has_production_date && (
        <DayField name="production_date" label={t('movement.production_date')} required />
      )}
      {product.has_expiry_date && <DayField name="expiry_date" label={t('movement.expiry_date')} required />}
    </>
  );
};

/** The batch of an unload or a transfer is one that is there. */
const TakenBatch = ({ batches, unit }: { batches: readonly Available[] | undefined; unit: string }) => {
  const { t } = useTranslation('stock');
  const formats = useFormats();
  const day = useFieldValue<string | null>('movement_date');
  const labelOf = ({ batch_number, quantity, expiry_date }: Available) => {
    const isExpired = expiry_date !== null && day !== null && expiry_date < day;
    const until =
      expiry_date && t(isExpired ? 'movementForm.expired' : 'movementForm.expires', { day: formats.day(expiry_date) });
    return [batch_number, formats.quantity(quantity, unit), until].filter(Boolean).join(' · ');
  };
  return (
    <SelectField
      name="batch_number"
      label={t('stock.batch')}
      withAsterisk
      searchable
      disabled={batches === undefined}
      {...(batches?.length === 0 && { description: t('movementForm.noBatches') })}
      data={(batches ?? []).map((batch) => ({ value: batch.batch_number ?? '', label: labelOf(batch) }))}
    />
  );
};

/** What of the chosen product, warehouse and batch can be taken. */
const availableOf = (batches: readonly Available[] | undefined, batch: string | null): number | undefined =>
  batches && (batches.find(({ batch_number }) => (batch_number ?? '') === (batch ?? ''))?.quantity ?? 0);

interface Props {
  original: Movement | undefined;
  /** Told what is known of the goods: the form's check wants it. */
  onKnown: (known: Known) => void;
}

export const MovementFields = ({ original, onKnown }: Props) => {
  const { t } = useTranslation('stock');
  const formats = useFormats();
  const unitOf = useUnit();
  const form = useFormHere();
  const type = useFieldValue<MovementType | null>('movement_type');
  const productId = useFieldValue<number | null>('product_id');
  const warehouseId = useFieldValue<number | null>('warehouse_id');
  const batch = useFieldValue<string | null>('batch_number');
  const quantity = useFieldValue<number | string | null>('quantity');
  const { product, available: batches, hasFailed } = useGoods({ type, productId, warehouseId }, original);
  const unit = product ? unitOf(product.unit_of_measure) : '';
  const isChosen = product !== undefined && (!product.has_batch || Boolean(batch));
  const available = isChosen ? availableOf(batches, batch) : undefined;
  useEffect(() => {
    onKnown({ product, available });
  }, [onKnown, product, available]);

  const forgetBatch = () => {
    form.setFieldValue('batch_number', '');
    form.setFieldValue('production_date', null);
    form.setFieldValue('expiry_date', null);
  };
  const isLoad = type === 'C';
  // Another type, product or source has other batches; only a transfer has a destination.
  useOnChange({ type }, (last) => {
    if (isLoad || last.type === 'C') forgetBatch();
    if (type !== 'T') form.setFieldValue('destination_warehouse_id', null);
  });

  const isTooMuch = typeof quantity === 'number' && available !== undefined && quantity > available;
  const description =
    available === undefined
      ? hasFailed && t('movementForm.availabilityFailed')
      : t('movementForm.available', { quantity: formats.quantity(available, unit) });
  return (
    <FormSection title={t('movementForm.title')} open>
      <SelectField
        name="movement_type"
        label={t('movement.movement_type')}
        withAsterisk
        allowDeselect={false}
        data={MOVEMENT_TYPES.map((value) => ({ value, label: t(`movementType.${value}`) }))}
      />
      <DayField name="movement_date" label={t('movement.movement_date')} required />
      <ProductPicker name="product_id" label={t('movement.product')} withAsterisk required onPick={forgetBatch} />
      <WarehousePicker
        name="warehouse_id"
        label={t(type === 'T' ? 'movement.sourceWarehouse' : 'stock.warehouse')}
        onPick={() => !isLoad && forgetBatch()}
      />
      {type === 'T' && <WarehousePicker name="destination_warehouse_id" label={t('movement.destination')} />}
      {product?.has_batch &&
        (isLoad ? <LoadedBatch product={product} /> : <TakenBatch batches={batches} unit={unit} />)}
      <NumberField
        name="quantity"
        label={t('movement.quantity')}
        withAsterisk
        step={STEP}
        unit={unit || undefined}
        description={description || undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...(isTooMuch && { error: t('movementForm.notAvailable') })}
      />
      <Wide>
        <TextAreaField name="notes" label={t('movement.notes')} />
      </Wide>
    </FormSection>
  );
};
