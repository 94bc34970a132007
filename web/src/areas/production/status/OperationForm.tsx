import { useTranslation } from 'react-i18next';
import { Text } from '@mantine/core';
import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import { batchIn } from '@bobina/contract/core/read-scan.ts';
import { isFractionOutside } from '@bobina/contract/core/whole.rules.ts';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { OperationInput, type Operation, type OperationDone } from '@bobina/contract/production/operations.ts';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { ScanField } from '../../../ui/scan/CameraButton.tsx';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { CheckField } from '../../../ui/form/CheckField.tsx';
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form-context.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { fieldsOf, useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { toast } from '../../../ui/toasts.ts';
import { refreshProduction } from '../item/calls.ts';
import { ItemSummary } from './ItemSummary.tsx';

interface Props {
  item: ProductionItem;
  /** The operation to change; absent for a new one. */
  operation?: Operation;
  onClose: () => void;
}

/** Shows the form of a produced quantity in one batch. The server decides whether the item is completed. */
export function OperationForm({ item, operation, onClose }: Props) {
  const { t } = useTranslation('production');
  const unit = useUnit()(item.unit_of_measure);
  const handle = useEntityForm({
    schema: OperationInput,
    initial: operation
      ? fieldsOf(OperationInput, operation)
      : {
          order_item_id: item.item_id,
          batch_number: '',
          is_completed: false,
          notes: '',
          production_date: companyToday(),
        },
    check: ({ quantity_produced: quantity }) => {
      const held = operation?.quantity_produced ?? 0;
      const rest = decimalOf(item.quantity).minus(item.total_produced).plus(held);
      return typeof quantity === 'number' && isFractionOutside(quantity, [held, rest])
        ? [{ path: 'quantity_produced', code: 'whole' }]
        : [];
    },
    version: operation?.version,
    openBy: 'operation',
    failure: t(operation ? 'status.updateFailed' : 'status.createFailed'),
    save: (input, options): Promise<OperationDone> =>
      operation
        ? api.productionOperations.update({ id: operation.id, ...input }, options)
        : api.productionOperations.create(input, options),
    onSaved: () => {
      toast.top.success(t(operation ? 'status.updated' : 'status.created'));
      refreshProduction();
      onClose();
    },
  });
  return (
    <FormDialog handle={handle} title={t(operation ? 'status.editOperation' : 'status.add')} onClose={onClose}>
      <Wide>
        <ItemSummary item={item} />
      </Wide>
      <ScanField onScan={(code) => handle.form.setFieldValue('batch_number', batchIn(code, { code: item.code }))}>
        <TextField name="batch_number" label={t('status.batch')} withAsterisk data-autofocus data-takes-codes />
      </ScanField>
      <NumberField
        name="quantity_produced"
        label={t('status.quantity')}
        decimals={0}
        step={1}
        unit={unit}
        withAsterisk
        description={<Overproduction item={item} held={operation?.quantity_produced ?? 0} />}
      />
      <DayField name="production_date" label={t('status.productionDate')} max={companyToday()} />
      <Wide>
        <CheckField name="is_completed" label={t('status.completes')} description={t('status.completesHint')} />
      </Wide>
      <Wide>
        <TextAreaField name="notes" label={t('status.notes')} />
      </Wide>
    </FormDialog>
  );
}

/** Names what exceeds the order beside the quantity, before it is saved: a mistyped quantity completes the line too. */
function Overproduction({ item, held }: { item: ProductionItem; held: number }) {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const unit = useUnit()(item.unit_of_measure);
  const typed = useFieldValue<unknown>('quantity_produced');
  const made = decimalOf(item.total_produced)
    .minus(held)
    .plus(typeof typed === 'number' ? typed : 0);
  const excess = made.minus(item.quantity);
  if (typeof typed !== 'number' || excess.lte(0)) return null;
  return (
    <Text size="sm" c="var(--bobina-on-light-yellow)" component="output">
      {t('status.over', {
        quantity: formats.quantity(toNumber(excess), unit),
        percent: formats.number(toNumber(made.times(100).div(item.quantity)), 0),
      })}
    </Text>
  );
}
