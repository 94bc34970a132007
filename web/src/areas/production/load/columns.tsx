import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { NumberBox, type Entered } from '../../../ui/form/NumberBox.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { customerColumn, orderColumn, productColumn, type Words } from '../item/columns.tsx';
import { BatchBadge, batchesOf } from './batches.tsx';
import classes from './load.module.css';

export interface Editing {
  quantityOf: (item: ProductionItem) => Entered;
  problemOf: (item: ProductionItem) => string | undefined;
  onEnter: (item: ProductionItem, quantity: Entered) => void;
  /** The line whose quantity gets the focus. */
  wanted: number | null;
  onFocused: () => void;
}

/** Returns the columns of the items to load; the quantity field starts with the produced quantity. */
export function candidateColumns(words: Words, editing: Editing): Column<ProductionItem>[] {
  const { quantityOf, problemOf, onEnter, wanted, onFocused } = editing;
  return [
    ...common(words),
    {
      key: 'total_produced',
      label: words.t('item.produced'),
      kind: 'number',
      cell: (row) => words.formats.quantity(row.total_produced, words.unitOf(row.unit_of_measure)),
      width: 'minmax(7rem, 0.8fr)',
      priority: 2,
      sortable: false,
    },
    {
      key: 'quantity',
      label: words.t('load.toLoad'),
      value: (row) => row.total_produced,
      align: 'end',
      cell: (row) => (
        <Quantity isWanted={row.item_id === wanted} onFocused={onFocused}>
          <NumberBox
            data-path={loadQuantityPath(row.item_id)}
            aria-label={words.t('load.quantityOf', { name: `${row.order_number} · ${row.code}` })}
            unit={words.unitOf(row.unit_of_measure)}
            value={quantityOf(row)}
            error={problemOf(row)}
            onChange={(value) => onEnter(row, value)}
          />
        </Quantity>
      ),
      width: 'minmax(9.5rem, 1fr)',
      priority: 1,
      sortable: false,
    },
  ];
}

/** Returns the `data-path` of an item's quantity field. */
export function loadQuantityPath(itemId: number): string {
  return `items.${itemId}.quantity`;
}

/** Returns the columns of the loaded items. */
export function loadedColumns(words: Words): Column<ProductionItem>[] {
  return [
    ...common(words),
    {
      key: 'loaded_quantity',
      label: words.t('load.loadedQuantity'),
      kind: 'number',
      cell: (row) => words.formats.quantity(row.loaded_quantity, words.unitOf(row.unit_of_measure)),
      width: 'minmax(8rem, 0.8fr)',
      priority: 1,
      sortable: false,
    },
    {
      key: 'completed_at',
      label: words.t('load.completedAt'),
      kind: 'instant',
      width: 'minmax(9rem, 0.8fr)',
      priority: 2,
      sortable: false,
    },
  ];
}

interface QuantityProps {
  isWanted: boolean;
  onFocused: () => void;
  children: ReactNode;
}

/** Focuses its field when it is wanted, also one that is rendered later. */
function Quantity({ isWanted, onFocused, children }: QuantityProps) {
  const box = useRef<HTMLDivElement>(null);
  const focus = useEffectEvent(() => {
    const field = box.current!.querySelector('input')!;
    field.focus();
    field.scrollIntoView({ block: 'center' });
    onFocused();
  });
  useEffect(() => {
    if (isWanted) focus();
  }, [isWanted]);
  return (
    <div ref={box} className={classes.quantity}>
      {children}
    </div>
  );
}

function unsorted(column: Column<ProductionItem>): Column<ProductionItem> {
  return { ...column, sortable: false };
}

function common(words: Words): Column<ProductionItem>[] {
  return [
    unsorted({ ...productColumn(words), priority: 1 }),
    {
      key: 'batch_number',
      label: words.t('status.batch'),
      value: batchesOf,
      cell: (row) => <BatchBadge item={row} />,
      width: 'minmax(8rem, 1fr)',
      priority: 2,
      sortable: false,
    },
    unsorted({ ...orderColumn(words), priority: 2 }),
    unsorted({ ...customerColumn(words), priority: 3 }),
  ];
}
