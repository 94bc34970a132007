import { Badge, Text } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { isCounted, isRefusedFraction } from '@bobina/contract/core/whole.rules.ts';
import { isFarMore } from '@bobina/contract/stock/count.rules.ts';
import type { StockCountItem } from '@bobina/contract/stock/counts.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { EMPTY, useFormats } from '../../../lib/formats.ts';
import { NumberBox, type Entered } from '../../../ui/form/NumberBox.tsx';
import { RowActive } from '../../../ui/table/row-active.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import classes from './counts.module.css';
import { FarMore } from './FarMore.tsx';
import { keyOf } from './sheet-rows.ts';
import { nameOf } from './use-count-acts.tsx';

export interface RowActs {
  enter: (item: StockCountItem, value: Entered) => void;
  leave: (item: StockCountItem) => void;
}
interface Props {
  item: StockCountItem;
  isOpen: boolean;
  /** Whether its quantity waits on this device. */
  isWaiting: boolean;
  /** Value of the field: the typed one, else the saved one. */
  value: Entered;
  problem: string | undefined;
  acts: RowActs;
}

/** Shows one product or batch: book quantity, counted quantity and difference. */
export const CountItem = memo(({ item, isOpen, isWaiting, value, problem, acts }: Props) => {
  const { t } = useTranslation('stock');
  const formats = useFormats();
  const unit = useUnit()(item.unit_of_measure);
  const { difference } = item;
  // A count may hold half a box; the note shows that the fraction was read.
  const isPart = typeof value === 'number' && isRefusedFraction(item.unit_of_measure, value);
  const sign = difference !== null && difference > 0 ? '+' : '';
  const until = item.expiry_date && t('movementForm.expires', { day: formats.day(item.expiry_date) });
  return (
    <li className={classes.item} data-key={keyOf(item)} aria-label={nameOf(item)}>
      <div className={classes.name}>
        {/* Tab goes from field to field. */}
        <RowActive value={false}>
          <span className={classes.code}>
            <EntityLink kind="product" id={item.product_id} text={item.product_code} />
          </span>
          <Text size="sm" c="dimmed" component="span" maw="100%">
            <EntityLink kind="product" id={item.product_id} text={item.product_name} size="fit" />
          </Text>
          {item.batch_number && (
            <Text size="sm">
              {t('stock.batch')} <EntityLink kind="batch" id={item.batch_id} text={item.batch_number} />
              {until && ` · ${until}`}
            </Text>
          )}
        </RowActive>
      </div>
      <dl className={classes.figure}>
        <dt>{t('sheet.book')}</dt>
        <dd>{formats.quantity(item.book_quantity, unit)}</dd>
      </dl>
      {isOpen ? (
        <div>
          <NumberBox
            className={classes.counted!}
            label={t('sheet.counted')}
            aria-label={t('sheet.countedOf', { name: nameOf(item) })}
            unit={unit}
            value={value}
            error={problem}
            isCounted={isCounted(item.unit_of_measure)}
            onChange={(entered) => acts.enter(item, entered)}
            onBlur={() => acts.leave(item)}
          />
          {isPart && (
            <Text size="sm" c="var(--bobina-on-light-yellow)" component="output" display="block">
              {t('sheet.notWhole', { unit })}
            </Text>
          )}
          {typeof value === 'number' && isFarMore({ ...item, counted_quantity: value }) && <FarMore />}
        </div>
      ) : (
        <dl className={classes.figure}>
          <dt>{t('sheet.counted')}</dt>
          <dd>{formats.quantity(item.counted_quantity, unit)}</dd>
        </dl>
      )}
      <dl className={classes.figure}>
        <dt>{t('sheet.difference')}</dt>
        <dd data-different={difference ? true : undefined}>
          {difference === null ? EMPTY : `${sign}${formats.quantity(difference, unit)}`}
        </dd>
      </dl>
      <dl className={classes.figure}>
        <dt>{t('sheet.by')}</dt>
        <dd>
          {item.counted_at
            ? [formats.instant(item.counted_at), item.counted_by_name].filter(Boolean).join(' · ')
            : EMPTY}
          {isWaiting && (
            <>
              {' '}
              <Badge color="yellow" variant="light">
                {t('sheet.toSend')}
              </Badge>
            </>
          )}
        </dd>
      </dl>
    </li>
  );
});
