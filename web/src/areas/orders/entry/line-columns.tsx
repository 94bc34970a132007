import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lineAmount } from '@bobina/contract/core/decimal.ts';
import { isCounted } from '@bobina/contract/core/whole.rules.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { api } from '../../../lib/api/api.ts';
import { DayBox } from '../../../ui/form/DayBox.tsx';
import { Picker } from '../../../ui/form/Picker.tsx';
import { productName } from '../../../ui/form/pickers.tsx';
import { PriceCell, QuantityCell, TotalCell } from '../../../ui/lines/line-cells.tsx';
import type { LineColumn } from '../../../ui/lines/LineRow.tsx';
import classes from '../../../ui/lines/lines.module.css';
import { lineTotalOf } from '../../../ui/lines/priced-line.ts';
import type { LineActs } from '../../../ui/lines/use-order-lines.ts';
import { RowActive } from '../../../ui/table/row-active.ts';
import { Available } from './Available.tsx';
import { LastPrice } from './LastPrice.tsx';
import { PastDay } from './PastDay.tsx';
import { productPart, type OrderLine } from './order-line.ts';

/** Returns the columns of a customer order's lines: product, unit price, quantity, delivery day and total. */
export function useEntryColumns({ set, fill }: LineActs<OrderLine>): readonly LineColumn<OrderLine>[] {
  const { t } = useTranslation('orders');
  return useMemo(() => {
    const name = (field: string, index: number) => t('lines.cell', { field, row: index + 1 });
    return [
      {
        key: 'product_id',
        label: t('lines.product'),
        cell: ({ index, line, isWrong }) =>
          line.product_id === null ? (
            <Picker<Product>
              data-path={`items.${index}.product_id`}
              aria-label={name(t('lines.product'), index)}
              list={api.products.list}
              get={api.products.get}
              query={{ status: 'active' }}
              nameOf={productName}
              failure={t('orders.productsFailed')}
              required
              error={isWrong('product_id', 'code')}
              value={null}
              onChange={(_, product) => product && fill(index, productPart(product))}
            />
          ) : (
            <Text size="sm" span style={{ overflowWrap: 'anywhere' }}>
              {/* Tab goes from field to field. */}
              <RowActive value={false}>
                <strong>
                  <EntityLink kind="product" id={line.product_id} text={line.code} />
                </strong>{' '}
                · <EntityLink kind="product" id={line.product_id} text={line.product_name} />
              </RowActive>
            </Text>
          ),
      },
      {
        key: 'unit_price',
        label: t('lines.unit_price'),
        className: `${classes.price} ${classes.end}`,
        cell: (cell) => (
          <LastPrice
            product={cell.line.id === undefined ? cell.line.product_id : null}
            onTake={(price) => set(cell.index, 'unit_price', price)}
          >
            <PriceCell
              {...cell}
              label={name(t('lines.unit_price'), cell.index)}
              onChange={(value) => set(cell.index, 'unit_price', value)}
            />
          </LastPrice>
        ),
      },
      {
        key: 'quantity',
        label: t('lines.quantity'),
        className: `${classes.quantity} ${classes.end}`,
        cell: (cell) => (
          <>
            <QuantityCell
              {...cell}
              {...(cell.line.unit && isCounted(cell.line.unit) && { decimals: 0 })}
              label={name(t('lines.quantity'), cell.index)}
              onChange={(value) => set(cell.index, 'quantity', value)}
            />
            {cell.line.id === undefined && cell.line.product_id !== null && cell.line.unit && (
              <Available product={cell.line.product_id} unit={cell.line.unit} ordered={cell.line.quantity} />
            )}
          </>
        ),
      },
      {
        key: 'delivery_date',
        label: t('lines.delivery_date'),
        className: classes.day,
        cell: ({ index, line, isWrong }) => (
          <>
            <DayBox
              {...({ 'data-path': `items.${index}.delivery_date` } as object)}
              aria-label={name(t('lines.delivery_date'), index)}
              value={line.delivery_date}
              error={isWrong('delivery_date')}
              onChange={(day) => set(index, 'delivery_date', day)}
            />
            <PastDay day={line.delivery_date} isNew={line.id === undefined} />
          </>
        ),
      },
      {
        key: 'total',
        label: t('lines.total'),
        className: `${classes.total} ${classes.end}`,
        isEnd: true,
        cell: ({ line }) => <TotalCell total={lineTotalOf(line, lineAmount)} />,
      },
    ];
  }, [t, set, fill]);
}
