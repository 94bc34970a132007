import { ActionIcon, Skeleton, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import { isCounted } from '@bobina/contract/core/whole.rules.ts';
import { batchIn } from '@bobina/contract/core/read-scan.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { useFormats } from '../../../lib/formats.ts';
import { FittedText } from '../../../ui/cut-text.tsx';
import { ChoicePicker } from '../../../ui/form/Picker.tsx';
import { useLoadingDefault } from '../../../ui/form/field-checks.ts';
import { NumberBox, type Entered } from '../../../ui/form/NumberBox.tsx';
import { ScanField } from '../../../ui/scan/CameraButton.tsx';
import { RowActive } from '../../../ui/table/row-active.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { useBatchLabel } from '../movements/use-batch-label.ts';
import { availableOf, stockPlacesOf, stockEverywhere, useGoods } from '../movements/use-goods.ts';
import classes from './transfers.module.css';

export interface TypedLine {
  product_id: number;
  batch_number: string | null;
  quantity: Entered;
}

/** The field to focus once it is rendered. */
export interface Wanted {
  index: number;
  field: 'quantity' | 'batch_number';
}

interface Props {
  index: number;
  line: TypedLine;
  /** The source warehouse; null until it is chosen. */
  warehouseId: number | null;
  day: string | null;
  /** Whether the batch is proposed as a whole, as a reel is. */
  isWhole: boolean;
  wanted: Wanted | null;
  errors: Readonly<Record<string, unknown>>;
  onChange: (field: keyof TypedLine, value: unknown) => void;
  onRemove: () => void;
}

/** Shows one product to move: its batch, from those in the source warehouse, and its quantity. */
export function TransferLine({ index, line, warehouseId, day, isWhole, wanted, errors, onChange, onRemove }: Props) {
  const row = useRef<HTMLLIElement>(null);
  const focused = useRef<Wanted | null>(null);
  const { t } = useTranslation('stock');
  const labelOf = useBatchLabel(day);
  const formats = useFormats();
  const unitOf = useUnit();
  const goods = useGoods({ type: 'T', productId: line.product_id, warehouseId, day }, undefined);
  const { product, available: there } = goods;
  const path = (field: string) => `items.${index}.${field}`;
  const errorOf = (field: string) => errors[path(field)] as string | undefined;
  useEffect(() => {
    if (wanted?.index !== index || focused.current === wanted) return;
    const input = row.current?.querySelector<HTMLInputElement>(`[data-path="${path(wanted.field)}"]`);
    if (!input || input.disabled) return;
    focused.current = wanted;
    input.focus();
    input.scrollIntoView({ block: 'nearest' });
  });
  const wholeQuantity =
    (isWhole || product?.is_reel) && line.batch_number ? availableOf(there, line.batch_number) : undefined;
  // A reel moves as a whole, and so does a scanned batch: the quantity is proposed once, and can be changed.
  const proposed = useRef<string | null>(null);
  const propose = useEffectEvent(() => {
    if (!wholeQuantity || proposed.current === line.batch_number) return;
    proposed.current = line.batch_number;
    if (line.quantity === null) onChange('quantity', wholeQuantity);
  });
  useEffect(() => propose(), [wholeQuantity, line.batch_number]);
  const needsDefault = line.batch_number !== null && line.quantity === null && product?.is_reel !== false;
  useLoadingDefault(path('quantity'), needsDefault && goods.isLoading);
  const isChosen = product !== undefined && (!product.has_batch || line.batch_number !== null);
  const available = isChosen ? availableOf(there, line.batch_number) : undefined;
  const elsewhere = useElsewhere(line, available === 0 && goods.since === null ? warehouseId : null);
  if (!product)
    return (
      <li className={classes.line}>
        <Skeleton h={40} />
      </li>
    );
  const { code, description, has_batch } = product;
  const unit = unitOf(product.unit_of_measure);
  const name = (field: string) => t('transfers.of', { field, code });
  /** Keeps a scanned batch selectable that the source warehouse does not have. */
  const isElsewhere =
    line.batch_number !== null && there?.some(({ batch_number }) => batch_number === line.batch_number) !== true;
  /** Another code may name other goods, or a batch that the source warehouse does not have: the form looks it up. */
  const isOwnBatch = (code: string) =>
    there?.some(({ batch_number }) => batch_number === batchIn(code, product)) === true;
  const isTooMuch = typeof line.quantity === 'number' && available !== undefined && line.quantity > available;
  /** What stays of a reel. Parts of it in two warehouses are allowed, but rarely meant. */
  const rest =
    product.is_reel && wholeQuantity && typeof line.quantity === 'number' && line.quantity > 0
      ? toNumber(decimalOf(wholeQuantity).minus(line.quantity))
      : 0;
  const hint = () => {
    if (warehouseId === null) return t('transfers.sourceFirst');
    if (goods.hasFailed) return t('movementForm.availabilityFailed');
    return available === undefined
      ? undefined
      : t(goods.since ? 'movementForm.availableOn' : 'movementForm.available', {
          quantity: formats.quantity(available, unit),
          ...(goods.since && { day: formats.day(goods.since) }),
        });
  };
  return (
    <li ref={row} className={classes.line} aria-label={code}>
      <div className={classes.name}>
        <span className={classes.code}>
          {/* Tab goes from field to field. */}
          <RowActive value={false}>
            <EntityLink kind="product" id={product.id} text={code} />
          </RowActive>
        </span>
        <RowActive value>
          <Text size="sm" c="dimmed" component="span" maw="100%">
            <FittedText value={description} />
          </Text>
        </RowActive>
        {errorOf('product_id') && (
          <Text size="sm" c="var(--mantine-color-error)">
            {errorOf('product_id')}
          </Text>
        )}
      </div>
      {has_batch ? (
        <ScanField onScan={(code) => onChange('batch_number', batchIn(code, product))} takes={isOwnBatch}>
          <ChoicePicker
            data-path={path('batch_number')}
            label={t('stock.batch')}
            aria-label={name(t('stock.batch'))}
            withAsterisk
            clearable={false}
            isLoading={there === undefined && !goods.hasFailed}
            disabled={warehouseId === null}
            {...(there?.length === 0 && { description: t('movementForm.noBatches') })}
            data={[
              ...(there ?? []).map((row) => ({ value: row.batch_number ?? '', label: labelOf(row, unit) })),
              ...(isElsewhere ? [{ value: line.batch_number!, label: line.batch_number! }] : []),
            ]}
            value={line.batch_number}
            error={errorOf('batch_number')}
            onChange={(batch) => onChange('batch_number', batch)}
          />
        </ScanField>
      ) : (
        <div />
      )}
      <div>
        <NumberBox
          data-path={path('quantity')}
          label={t('movement.quantity')}
          aria-label={name(t('movement.quantity'))}
          withAsterisk
          unit={unit}
          isCounted={isCounted(product.unit_of_measure)}
          value={line.quantity}
          description={hint()}
          error={errorOf('quantity') ?? elsewhere ?? (isTooMuch ? t('movementForm.notAvailable') : undefined)}
          onChange={(value) => onChange('quantity', value)}
        />
        {rest > 0 && (
          <Text size="sm" c="var(--bobina-on-light-yellow)" component="output" display="block">
            {t('transfers.partOfReel', { quantity: formats.quantity(rest, unit, 3) })}
          </Text>
        )}
      </div>
      <ActionIcon
        className={classes.remove!}
        color="gray"
        size="lg"
        aria-label={t('transfers.remove', { code })}
        onClick={onRemove}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </li>
  );
}

/** Where the goods of a line are that a warehouse does not have; undefined without a warehouse, or until it is read. */
function useElsewhere({ product_id, batch_number }: TypedLine, missingIn: number | null): string | undefined {
  const { t } = useTranslation('stock');
  const stock = useQuery({ ...stockEverywhere(product_id), enabled: missingIn !== null });
  if (missingIn === null || !stock.data) return undefined;
  const places = stockPlacesOf(stock.data.rows, batch_number).filter(({ warehouse_id }) => warehouse_id !== missingIn);
  const names = new Set(places.map(({ warehouse_name }) => warehouse_name));
  return names.size === 0 ? t('transfers.nowhere') : t('transfers.elsewhere', { places: [...names].join(', ') });
}
