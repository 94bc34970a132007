import { Alert, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { loadTexts } from '../../../lib/i18n/i18n.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { SAVE_TIMEOUT } from '../calls.ts';
import { readMissingOrders, type Coming, type Missing } from './missing-lines.ts';
import { emptyOrder } from './order-line.ts';
import { OrderForm } from './OrderForm.tsx';

const LIST = '/operazioni/ordini-fornitori';

/** Shows the order forms of products to order, one supplier after the other. */
function MissingOrders({ missing }: { missing: readonly Missing[] }) {
  const { t } = useTranslation('purchasing');
  const formats = useFormats();
  const navigate = useNavigate();
  const [step, setStep] = useState(0);
  const read = useQuery({
    queryKey: ['missingOrders', missing],
    queryFn: async () => {
      const [orders] = await Promise.all([readMissingOrders(missing), loadTexts(['productSupply'])]);
      return orders;
    },
    staleTime: Infinity,
    gcTime: 0,
  });
  if (!read.data)
    return read.error ? (
      <LoadFailed title={t('orderForm.missingFailed')} error={read.error} onRetry={() => void read.refetch()} />
    ) : (
      <Skeleton h={320} />
    );
  const { orders, withoutSupplier } = read.data;
  const isLast = step + 1 >= orders.length;
  return (
    <OrderForm
      key={step}
      initial={orders[step]?.initial ?? emptyOrder()}
      save={(input, options) => api.purchaseOrders.create(input, { ...options, timeout: SAVE_TIMEOUT })}
      onDone={() => (isLast ? void navigate({ to: LIST }) : setStep(step + 1))}
      note={
        <Stack gap="sm" mb="md">
          {orders.length > 1 && (
            <Alert color="blue" variant="light" aria-live="polite">
              {t('orderForm.supplierOf', { step: formats.number(step + 1), of: formats.number(orders.length) })}
            </Alert>
          )}
          {withoutSupplier.length > 0 && (
            <Alert color="yellow" variant="light">
              {t('orderForm.withoutSupplier', { codes: withoutSupplier.join(', ') })}
            </Alert>
          )}
          <OnOrder coming={orders[step]?.coming ?? []} />
        </Stack>
      }
    />
  );
}

/** Names the goods of the order that other orders bring already. */
function OnOrder({ coming }: { coming: readonly Coming[] }) {
  const { t } = useTranslation('productSupply');
  const formats = useFormats();
  const unitOf = useUnit();
  if (coming.length === 0) return null;
  const named = coming.map(
    ({ code, unit, quantity, day }) => `${code} ${formats.quantity(quantity, unitOf(unit))} (${formats.day(day)})`,
  );
  return (
    <Alert color="yellow" variant="light">
      {t('onOrder', { goods: named.join(', ') })}
    </Alert>
  );
}
export default MissingOrders;
