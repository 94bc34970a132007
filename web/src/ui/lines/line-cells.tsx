/** Cells that customer orders and supplier orders have in common. */
import { toNumber, type Decimal } from '@bobina/contract/core/decimal.ts';
import { useFormats } from '../../lib/formats.ts';
import { useUnit } from '../../lib/use-unit.ts';
import { NumberBox, type Entered } from '../form/NumberBox.tsx';
import type { CellProps } from './LineRow.tsx';
import type { PricedLine } from './priced-line.ts';

/** Decimals of prices and totals in fields without the focus. */
const PRICE_DECIMALS = 4;

interface NumberCellProps extends CellProps<PricedLine & { unit?: string }> {
  label: string;
  onChange: (value: Entered) => void;
}

/** Shows and edits the quantity of a line, in the unit of its product. @param decimals see `NumberBox` */
export function QuantityCell({ index, line, isWrong, label, ...box }: NumberCellProps & { decimals?: number }) {
  const unitOf = useUnit();
  return (
    <NumberBox
      data-path={`items.${index}.quantity`}
      aria-label={label}
      value={line.quantity}
      error={isWrong('quantity', 'ordered_quantity')}
      unit={line.unit && unitOf(line.unit)}
      {...box}
    />
  );
}

/** Shows and edits the unit price of a line. @param most see `NumberBox` */
export function PriceCell({ index, line, isWrong, label, ...box }: NumberCellProps & { most?: number }) {
  return (
    <NumberBox
      data-path={`items.${index}.unit_price`}
      aria-label={label}
      value={line.unit_price}
      least={PRICE_DECIMALS}
      error={isWrong('unit_price', 'price_per_pack')}
      {...box}
    />
  );
}

/** Shows the total of a line; empty while it has none. */
export function TotalCell({ total }: { total: Decimal | undefined }) {
  return useFormats().number(total && toNumber(total), PRICE_DECIMALS, PRICE_DECIMALS);
}
