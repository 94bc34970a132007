import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lineTotal } from '@bobina/contract/core/decimal.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { ChoicePicker } from '../../../ui/form/Picker.tsx';
import { PriceCell, QuantityCell, TotalCell } from '../../../ui/lines/line-cells.tsx';
import type { LineColumn } from '../../../ui/lines/LineRow.tsx';
import classes from '../../../ui/lines/lines.module.css';
import { lineTotalOf } from '../../../ui/lines/priced-line.ts';
import type { LineActs } from '../../../ui/lines/use-order-lines.ts';
import type { OrderLine } from './order-line.ts';

/** The supplier orders store prices with this many decimals. */
const PRICE_DECIMALS = 4;

export interface ProductOption {
  value: string;
  label: string;
}
interface Options {
  acts: LineActs<OrderLine>;
  options: readonly ProductOption[];
  isLoading: boolean;
  showsReceived: boolean;
  /** The same function in every render. */
  onProduct: (index: number, id: number | null) => void;
}

/** Returns the columns of a supplier order's lines: product, quantity, unit price, total and what was received. */
export function useSupplierColumns(props: Options): readonly LineColumn<OrderLine>[] {
  const { acts, options, isLoading, showsReceived, onProduct } = props;
  const { t } = useTranslation('purchasing');
  return useMemo(() => {
    const name = (field: string, index: number) => t('lines.cell', { field, row: index + 1 });
    const columns: LineColumn<OrderLine>[] = [
      {
        key: 'product_id',
        label: t('lines.product'),
        cell: ({ index, line, isWrong }) => (
          <ProductCell
            index={index}
            productId={line.product_id}
            shown={line.shown}
            isLocked={line.isLocked}
            options={options}
            isLoading={isLoading}
            isInvalid={isWrong('product_id')}
            label={name(t('lines.product'), index)}
            onProduct={onProduct}
          />
        ),
      },
      {
        key: 'quantity',
        label: t('lines.quantity'),
        className: `${classes.quantity} ${classes.end}`,
        cell: (cell) => (
          <QuantityCell
            {...cell}
            label={name(t('lines.quantity'), cell.index)}
            onChange={(value) => acts.set(cell.index, 'quantity', value)}
          />
        ),
      },
      {
        key: 'unit_price',
        label: t('lines.unit_price'),
        className: `${classes.price} ${classes.end}`,
        cell: (cell) => (
          <PriceCell
            {...cell}
            most={PRICE_DECIMALS}
            label={name(t('lines.unit_price'), cell.index)}
            onChange={(value) => acts.set(cell.index, 'unit_price', value)}
          />
        ),
      },
      {
        key: 'total',
        label: t('lines.total'),
        className: `${classes.total} ${classes.end}`,
        isEnd: true,
        cell: ({ line }) => <TotalCell total={lineTotalOf(line, lineTotal)} />,
      },
    ];
    const received: LineColumn<OrderLine> = {
      key: 'received',
      label: t('lines.received'),
      className: `${classes.received} ${classes.end}`,
      isEnd: true,
      cell: ({ line }) => <ReceivedCell line={line} />,
    };
    return showsReceived ? [...columns, received] : columns;
  }, [t, acts, options, isLoading, showsReceived, onProduct]);
}

interface ProductProps extends Pick<Options, 'options' | 'isLoading' | 'onProduct'> {
  index: number;
  productId: number | null;
  shown: string | undefined;
  isLocked: boolean;
  isInvalid: boolean;
  label: string;
}
/** Rendered again only when its own values change, because the list of options is long. */
const ProductCell = memo(
  ({ index, productId, shown, isLocked, options, isLoading, isInvalid, label, onProduct }: ProductProps) => {
    const value = productId === null ? null : String(productId);
    const known = value === null || options.some((option) => option.value === value);
    const data = known ? options : [{ value, label: shown ?? value }, ...options];
    return (
      <ChoicePicker
        data-path={`items.${index}.product_id`}
        aria-label={label}
        data={data}
        value={value}
        error={isInvalid}
        disabled={isLocked}
        clearable={false}
        isLoading={isLoading}
        onChange={(id) => onProduct(index, id === null ? null : Number(id))}
      />
    );
  },
);

function ReceivedCell({ line }: { line: OrderLine }) {
  const formats = useFormats();
  const unitOf = useUnit();
  return line.unit ? formats.quantity(line.received, unitOf(line.unit)) : formats.number(line.received);
}
