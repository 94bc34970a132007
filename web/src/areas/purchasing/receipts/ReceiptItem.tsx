import { ActionIcon, Button, Switch, Text, Tooltip } from '@mantine/core';
import { IconArrowBarToRight, IconHistory, IconListDetails } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import { fieldMessage } from '@bobina/contract/core/messages/messages.ts';
import type { ItemToReceive } from '@bobina/contract/purchasing/receipts.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { useFormats } from '../../../lib/formats.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { CutText } from '../../../ui/cut-text.tsx';
import { NumberBox, type Entered } from '../../../ui/form/NumberBox.tsx';
import { ChoicePicker } from '../../../ui/form/Picker.tsx';
import { LinkIcon } from '../../../ui/link.tsx';
import { RowActive } from '../../../ui/table/row-active.ts';
import { ItemStatus } from '../statuses.tsx';
import { useUnit } from '../../../lib/use-unit.ts';
import { isComplete, type TypedItem } from './receipt-form.ts';
import classes from './receipt.module.css';

const LONGEST = 15;

interface Props {
  index: number;
  item: ItemToReceive;
  typed: TypedItem;
  warehouses: readonly { value: string; label: string }[];
  errors: Readonly<Record<string, unknown>>;
  isSwitching: boolean;
  onQuantity: (value: Entered) => void;
  onWarehouse: (id: number | null) => void;
  /** Gives this line's warehouse to the lines without one; undefined if there are none. */
  onSameWarehouse: (() => void) | undefined;
  onBatches: () => void;
  onCompleted: (completed: boolean) => void;
}

/** Shows one line of the order: quantity received, warehouse and batches. */
export function ReceiptItem({
  index,
  item,
  typed,
  warehouses,
  errors,
  isSwitching,
  onQuantity,
  onWarehouse,
  onSameWarehouse,
  onBatches,
  onCompleted,
}: Props) {
  const { t } = useTranslation('purchasing');
  const formats = useFormats();
  const language = useLanguage();
  const unit = useUnit()(item.unit_of_measure);
  const path = (field: string) => `items.${index}.${field}`;
  const isCompleted = item.status === 'completed';
  const takesRemaining = item.remaining_quantity > 0 && !isCompleted;
  const quantity = typeof typed.quantity === 'number' ? typed.quantity : 0;
  const batches = typed.batches ?? [];
  const excess =
    quantity > 0 ? toNumber(decimalOf(item.received_quantity).plus(quantity).minus(item.ordered_quantity)) : 0;
  const parts = item.is_reel ? 'reels' : 'batches';
  const count = (typed[parts] ?? []).length;
  const refused = Object.entries(errors).find(([key]) => key.startsWith(path(parts)))?.[1] as string | undefined;
  const mismatch =
    batches.length > 0 && quantity > 0 && !isComplete(batches, quantity)
      ? fieldMessage(language, 'quantityMismatch')
      : undefined;
  const batchProblem = refused ?? mismatch;
  const batchProblemId = `batches-problem-${item.id}`;
  const counted = { count, shown: formats.number(count) };
  const partsLabel = item.is_reel
    ? count > 0
      ? t('receipt.editReels', counted)
      : t('receipt.addReels')
    : count > 0
      ? t('receipt.editBatches', counted)
      : t('receipt.addBatches');
  const name = (field: string) => t('receipt.of', { field, code: item.code });
  const figures = [
    [t('receipt.ordered'), item.ordered_quantity],
    [t('receipt.received'), item.received_quantity],
    [t('receipt.remaining'), item.remaining_quantity],
  ] as const;
  return (
    <li
      className={classes.item}
      data-item={item.id}
      {...(isCompleted && { 'data-completed': true })}
      {...(item.has_batches && { 'data-batches': true })}
      aria-label={item.code}
    >
      <div className={classes.name}>
        <span className={classes.code}>
          {/* Tab goes from field to field. */}
          <RowActive value={false}>
            <EntityLink kind="product" id={item.product_id} text={item.code} />
          </RowActive>
        </span>
        <Text size="sm" c="dimmed" component="span" className={classes.cut!}>
          <RowActive value={false}>
            <CutText value={item.description} longest={LONGEST} kept={LONGEST} />
          </RowActive>
        </Text>
        {/* The cut text is no Tab stop; the row with the focus shows the whole. */}
        {item.description.length > LONGEST && (
          <Text size="sm" c="dimmed" component="span" className={classes.whole!}>
            {item.description}
          </Text>
        )}
        <ItemStatus status={item.status} />
      </div>
      <div>
        <dl className={classes.figures}>
          {figures.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{formats.quantity(value, unit)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div>
        {item.is_reel ? (
          <dl className={classes.figures}>
            <div>
              <dt>{t('receipt.quantity')}</dt>
              <dd>{formats.quantity(quantity, unit, 3)}</dd>
            </div>
          </dl>
        ) : (
          <NumberBox
            data-path={path('quantity')}
            label={t('receipt.quantity')}
            aria-label={name(t('receipt.quantity'))}
            value={typed.quantity === 0 ? null : typed.quantity}
            unit={unit}
            disabled={isCompleted}
            error={errors[path('quantity')] as string | undefined}
            onChange={(value) => onQuantity(value ?? 0)}
            // The key of the button in the field, which is no Tab stop.
            {...(takesRemaining && { 'aria-keyshortcuts': 'Alt+ArrowDown' })}
            onKeyDown={(event) => {
              if (!takesRemaining || event.key !== 'ArrowDown' || !event.altKey) return;
              event.preventDefault();
              onQuantity(item.remaining_quantity);
            }}
            leftSection={
              takesRemaining ? (
                <Tooltip label={`${t('receipt.takeRemaining')} (Alt ↓)`}>
                  <ActionIcon
                    aria-label={name(t('receipt.takeRemaining'))}
                    tabIndex={-1}
                    onClick={() => onQuantity(item.remaining_quantity)}
                    style={{ minWidth: 0, minHeight: 0 }}
                  >
                    <IconArrowBarToRight size={17} />
                  </ActionIcon>
                </Tooltip>
              ) : undefined
            }
          />
        )}
        {excess > 0 && (
          <Text size="sm" c="var(--bobina-on-light-yellow)" component="output" display="block">
            {t('receipt.over', { quantity: formats.quantity(excess, unit) })}
          </Text>
        )}
        {/* After the field, so that Tab comes to the field first. */}
        {item.received_quantity > 0 && (
          <LinkIcon
            to={`/operazioni/ricezione-merce/storico/${item.id}`}
            size="md"
            aria-label={t('receipt.history', { code: item.code })}
          >
            <IconHistory size={18} />
          </LinkIcon>
        )}
      </div>
      <div>
        <ChoicePicker
          data-path={path('warehouse_id')}
          label={t('receipt.warehouse')}
          aria-label={name(t('receipt.warehouse'))}
          data={warehouses}
          clearable={false}
          disabled={isCompleted}
          value={typed.warehouse_id ? String(typed.warehouse_id) : null}
          error={errors[path('warehouse_id')] as string | undefined}
          onChange={(id) => onWarehouse(id === null ? null : Number(id))}
        />
        {onSameWarehouse && (
          <Button variant="subtle" size="compact-sm" mt={2} onClick={onSameWarehouse}>
            {t('receipt.sameWarehouse')}
            <span className="visually-hidden"> · {item.code}</span>
          </Button>
        )}
      </div>
      <div className={classes.batchCell}>
        {item.has_batches && (
          <>
            <Button
              variant={count > 0 ? 'light' : 'default'}
              leftSection={<IconListDetails size={17} />}
              data-path={path(parts)}
              disabled={isCompleted}
              onClick={onBatches}
              aria-label={name(partsLabel)}
              {...(batchProblem && { 'aria-describedby': batchProblemId })}
            >
              {partsLabel}
            </Button>
            {batchProblem && (
              <Text id={batchProblemId} size="sm" c="var(--mantine-color-error)">
                {batchProblem}
              </Text>
            )}
          </>
        )}
      </div>
      <Switch
        className={classes.switch!}
        label={t('receipt.completed')}
        aria-label={name(t('receipt.completed'))}
        checked={isCompleted}
        disabled={isSwitching}
        data-act
        onChange={(event) => onCompleted(event.currentTarget.checked)}
      />
    </li>
  );
}
