import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useFieldValue } from '../../../ui/form/form-context.ts';
import { Hint } from '../../../ui/overlay/Hint.tsx';
import { PRICE_DECIMALS } from '../../../ui/prices/price-columns.tsx';

interface Props {
  /** The product of a new line; null for other lines, which have no last price. */
  product: number | null;
  onTake: (price: number) => void;
  /** The field of the price. */
  children: ReactNode;
}

/** Returns the query for the price of a product for a customer. */
export function priceFor(customer: number, product: number) {
  return api.customerPrices.for.query({ query: { customer_id: String(customer), product_id: String(product) } });
}

/**
 * Shows below the price of a line the last price at which the customer of the form ordered the product, and the day of that
 * order. It is a button that enters the price. Tab passes it by: Alt+ArrowDown in the field presses it.
 */
export function LastPrice({ product, onTake, children }: Props) {
  const { t } = useTranslation('orders');
  const formats = useFormats();
  const box = useRef<HTMLDivElement>(null);
  const customer = useFieldValue<number | null>('customer_id');
  const isAsked = customer !== null && product !== null;
  const { data } = useQuery({ ...priceFor(customer ?? 0, product ?? 0), enabled: isAsked });
  const last = isAsked && data ? data.last_price : null;
  const take = (price: number) => {
    const field = box.current!.querySelector('input')!;
    // The field shows what is typed until it is left, and the new price when it is entered again.
    field.blur();
    flushSync(() => onTake(price));
    field.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (last === null || event.key !== 'ArrowDown' || !event.altKey) return;
    event.preventDefault();
    take(last);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the key of the field inside
    <div ref={box} onKeyDown={onKeyDown}>
      {children}
      {last !== null && (
        <Hint label={t('lines.takeLastPrice')}>
          <Button
            variant="subtle"
            size="compact-xs"
            fw={400}
            mt={2}
            tabIndex={-1}
            aria-keyshortcuts="Alt+ArrowDown"
            onClick={() => take(last)}
          >
            {t('lines.lastPrice', {
              price: formats.money(last, data!.currency, PRICE_DECIMALS),
              day: formats.day(data!.last_day),
            })}
          </Button>
        </Hint>
      )}
    </div>
  );
}
