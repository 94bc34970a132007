import { Text } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { toNumber } from '@bobina/contract/core/decimal.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { readNumber } from '../../../lib/numbers.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { DayBox } from '../../../ui/form/DayBox.tsx';
import { NumberBox, type Entered } from '../../../ui/form/NumberBox.tsx';
import { Picker } from '../../../ui/form/Picker.tsx';
import { productName } from '../../../ui/form/pickers.tsx';
import { LineErrors } from '../../../ui/lines/LineErrors.tsx';
import classes from '../../../ui/lines/lines.module.css';
import { RemoveLine } from '../../../ui/lines/RemoveLine.tsx';
import { toast } from '../../../ui/toasts.ts';
import { LastPrice } from './LastPrice.tsx';
import { totalOf, type OrderLine } from './order-line.ts';

/** Decimals of prices and totals in fields without focus. */
const DECIMALS = 4;

export type NumberName = 'quantity' | 'unit_price';
export interface LineRowProps {
  index: number;
  line: OrderLine;
  /** Error messages by field, serialized to one string so that an unchanged line is not rendered again. */
  errors: string;
  onProduct: (index: number, product: Product | undefined) => void;
  onNumber: (index: number, field: NumberName, value: Entered) => void;
  onDay: (index: number, day: string | null) => void;
  onRemove: (index: number) => void;
}

/** Shows one line of an order: product, unit price, quantity, delivery day and total. */
export const LineRow = memo(
  ({ index, line, errors: serialized, onProduct, onNumber, onDay, onRemove }: LineRowProps) => {
    const { t } = useTranslation('orders');
    const formats = useFormats();
    const language = useLanguage();
    const unitOf = useUnit();
    const errors = JSON.parse(serialized) as Record<string, string>;
    const name = (field: string) => t('lines.cell', { field, row: index + 1 });
    const total = totalOf(line);
    const isWrong = (...fields: string[]) => fields.some((field) => errors[field] !== undefined);
    /** Replaces invalid text by 0 and reports it. */
    const settle = (field: NumberName) => {
      const value = line[field];
      if (typeof value !== 'string' || readNumber(value, language).kind !== 'invalid') return;
      toast.warning(t('lines.noNumber', { typed: value, field: t(`lines.${field}`) }));
      onNumber(index, field, 0);
    };
    return (
      <>
        <tr>
          <td className={classes.row}>{index + 1}</td>
          <td>
            {line.product_id === null ? (
              <Picker<Product>
                data-path={`items.${index}.product_id`}
                aria-label={name(t('lines.product'))}
                list={api.products.list}
                get={api.products.get}
                query={{ status: 'active' }}
                nameOf={productName}
                failure={t('orders.productsFailed')}
                required
                error={isWrong('product_id', 'code')}
                value={null}
                onChange={(_, product) => onProduct(index, product)}
              />
            ) : (
              <Text size="sm" span style={{ overflowWrap: 'anywhere' }}>
                <strong>{line.code}</strong> · {line.product_name}
              </Text>
            )}
          </td>
          <td>
            <NumberBox
              data-path={`items.${index}.unit_price`}
              aria-label={name(t('lines.unit_price'))}
              value={line.unit_price}
              least={DECIMALS}
              error={isWrong('unit_price', 'price_per_pack')}
              onChange={(value) => onNumber(index, 'unit_price', value)}
              onBlur={() => settle('unit_price')}
            />
            {line.id === undefined && line.product_id !== null && <LastPrice product={line.product_id} />}
          </td>
          <td>
            <NumberBox
              data-path={`items.${index}.quantity`}
              aria-label={name(t('lines.quantity'))}
              value={line.quantity}
              error={isWrong('quantity')}
              unit={line.unit && unitOf(line.unit)}
              onChange={(value) => onNumber(index, 'quantity', value)}
              onBlur={() => settle('quantity')}
            />
          </td>
          <td>
            <DayBox
              {...({ 'data-path': `items.${index}.delivery_date` } as object)}
              aria-label={name(t('lines.delivery_date'))}
              value={line.delivery_date}
              error={isWrong('delivery_date')}
              onChange={(day) => onDay(index, day)}
            />
          </td>
          <td className={classes.end}>{formats.number(total && toNumber(total), DECIMALS, DECIMALS)}</td>
          <td>
            <RemoveLine
              aria-label={t('lines.remove', { row: index + 1 })}
              disabled={line.used > 0}
              onClick={() => onRemove(index)}
            />
          </td>
        </tr>
        <LineErrors errors={errors} columns={7}>
          {line.used > 0 && (
            <Text c="dimmed" size="sm">
              {t('lines.used', { quantity: formats.quantity(line.used, line.unit ? unitOf(line.unit) : '') })}
            </Text>
          )}
        </LineErrors>
      </>
    );
  },
);
