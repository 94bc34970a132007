import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { toNumber } from '@bobina/contract/core/decimal.ts';
import { useFormats } from '../../../lib/formats.ts';
import { ChoicePicker } from '../../../ui/form/Picker.tsx';
import { NumberBox, type Entered } from '../../../ui/form/NumberBox.tsx';
import { useUnit } from '../../../lib/use-unit.ts';
import { LineErrors } from '../../../ui/lines/LineErrors.tsx';
import classes from '../../../ui/lines/lines.module.css';
import { RemoveLine } from '../../../ui/lines/RemoveLine.tsx';
import { totalOf, type OrderLine } from './order-line.ts';

const PRICE_DECIMALS = 4;

export interface ProductOption {
  value: string;
  label: string;
}
interface Props {
  index: number;
  line: OrderLine;
  options: readonly ProductOption[];
  isLoading: boolean;
  /** What is wrong, by field. */
  errors: Readonly<Record<string, string>>;
  showsReceived: boolean;
  onProduct: (index: number, id: number | null) => void;
  onNumber: (index: number, field: 'quantity' | 'unit_price', value: Entered) => void;
  onRemove: (index: number) => void;
}

const Product = memo(
  ({
    index,
    line,
    options,
    isLoading,
    invalid,
    label,
    onProduct,
  }: Pick<Props, 'index' | 'options' | 'isLoading' | 'onProduct'> & {
    line: Pick<OrderLine, 'product_id' | 'shown' | 'isLocked'>;
    invalid: boolean;
    label: string;
  }) => {
    const value = line.product_id === null ? null : String(line.product_id);
    const known = value === null || options.some((option) => option.value === value);
    const data = known ? options : [{ value, label: line.shown ?? value }, ...options];
    return (
      <ChoicePicker
        data-path={`items.${index}.product_id`}
        aria-label={label}
        data={data}
        value={value}
        error={invalid}
        disabled={line.isLocked}
        clearable={false}
        isLoading={isLoading}
        onChange={(id) => onProduct(index, id === null ? null : Number(id))}
      />
    );
  },
  (before, after) =>
    before.index === after.index &&
    before.options === after.options &&
    before.isLoading === after.isLoading &&
    before.invalid === after.invalid &&
    before.label === after.label &&
    before.line.product_id === after.line.product_id &&
    before.line.isLocked === after.line.isLocked,
);

/** One line of an order: product, quantity, unit price, total. */
export function LineRow({
  index,
  line,
  options,
  isLoading,
  errors,
  showsReceived,
  onProduct,
  onNumber,
  onRemove,
}: Props) {
  const { t } = useTranslation('purchasing');
  const formats = useFormats();
  const unitOf = useUnit();
  const name = (field: string) => t('lines.cell', { field, row: index + 1 });
  const total = totalOf(line);
  const unit = line.unit && unitOf(line.unit);
  return (
    <>
      <tr>
        <td className={classes.row}>{index + 1}</td>
        <td>
          <Product
            index={index}
            line={line}
            options={options}
            isLoading={isLoading}
            invalid={Boolean(errors['product_id'])}
            label={name(t('lines.product'))}
            onProduct={onProduct}
          />
        </td>
        <td>
          <NumberBox
            data-path={`items.${index}.quantity`}
            aria-label={name(t('lines.quantity'))}
            value={line.quantity}
            error={Boolean(errors['quantity'] ?? errors['ordered_quantity'])}
            unit={unit}
            onChange={(value) => onNumber(index, 'quantity', value)}
          />
        </td>
        <td>
          <NumberBox
            data-path={`items.${index}.unit_price`}
            aria-label={name(t('lines.unit_price'))}
            value={line.unit_price}
            least={PRICE_DECIMALS}
            most={PRICE_DECIMALS}
            error={Boolean(errors['unit_price'])}
            onChange={(value) => onNumber(index, 'unit_price', value)}
          />
        </td>
        <td className={classes.end}>{formats.number(total && toNumber(total), PRICE_DECIMALS, PRICE_DECIMALS)}</td>
        {showsReceived && (
          <td className={classes.end}>
            {unit ? formats.quantity(line.received, unit) : formats.number(line.received)}
          </td>
        )}
        <td>
          <RemoveLine
            aria-label={t('lines.remove', { row: index + 1 })}
            disabled={line.isLocked}
            onClick={() => onRemove(index)}
          />
        </td>
      </tr>
      <LineErrors errors={errors} columns={showsReceived ? 7 : 6} />
    </>
  );
}
