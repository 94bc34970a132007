import { Checkbox, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import { ClosedLines, type CustomerOrder, type CustomerOrderItem } from '@bobina/contract/orders/orders.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { toast } from '../../../ui/toasts.ts';
import { isUndelivered } from './undelivered.ts';

interface Props {
  order: CustomerOrder;
  onClose: () => void;
}

/** Closes lines of an order of which nothing more is delivered, and opens them again. */
export function CloseLinesDialog({ order, onClose }: Props) {
  const { t } = useTranslation('orders');
  const lines = order.items.filter(isUndelivered);
  const handle = useEntityForm({
    schema: ClosedLines,
    // None is chosen in advance: the second press of a hurried key would close it.
    initial: { items: closedOf(order) },
    version: order.version,
    read: (stored) => ({ items: closedOf(stored as CustomerOrder) }),
    save: (input, options) => api.customerOrders.closeLines({ id: order.id, ...input }, options),
    failure: t('close.failed'),
    onSaved: ({ order_number }) => {
      toast.success(t('close.saved', { number: order_number }));
      onClose();
    },
  });
  return (
    <FormDialog handle={handle} title={t('close.title', { number: order.order_number })} size="lg" onClose={onClose}>
      <Wide>
        <Text size="sm">{t('close.hint')}</Text>
      </Wide>
      <Wide>
        <LinesToClose lines={lines} />
      </Wide>
    </FormDialog>
  );
}

function closedOf({ items }: CustomerOrder): number[] {
  return items.filter(({ is_closed }) => is_closed).map(({ id }) => id);
}

function LinesToClose({ lines }: { lines: readonly CustomerOrderItem[] }) {
  const { t } = useTranslation('orders');
  const formats = useFormats();
  const unitOf = useUnit();
  const form = useFormHere();
  const chosen = useFieldValue<number[]>('items') ?? [];
  return (
    <Checkbox.Group
      label={t('close.lines')}
      value={chosen.map(String)}
      onChange={(ids) => form.setFieldValue('items', ids.map(Number))}
      data-path="items"
    >
      <Stack gap="sm" mt="sm">
        {lines.map(({ id, code, product_name, quantity, delivered_quantity, unit_of_measure, delivery_date }, at) => (
          <Checkbox
            key={id}
            value={String(id)}
            data-autofocus={at === 0 || undefined}
            label={`${code} · ${product_name}`}
            description={t('close.left', {
              left: formats.quantity(toNumber(decimalOf(quantity).minus(delivered_quantity)), unitOf(unit_of_measure)),
              ordered: formats.quantity(quantity, unitOf(unit_of_measure)),
              day: formats.day(delivery_date),
            })}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
