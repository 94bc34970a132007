import { useTranslation } from 'react-i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { Operation } from '@bobina/contract/production/operations.ts';
import { trackActs } from '../../../lib/api/acts.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { toast } from '../../../ui/toasts.ts';
import { failureOf, refreshProduction } from '../item/calls.ts';

/** Returns a function that deletes an operation after a confirmation with its batch and quantity. */
export function useDeleteOperation(item: ProductionItem): (operation: Operation) => Promise<void> {
  const { t } = useTranslation('production');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const unit = useUnit()(item.unit_of_measure);
  return async ({ id, batch_number, quantity_produced }) => {
    const what = t('status.deleteWhat', {
      batch: batch_number,
      quantity: formats.quantity(quantity_produced, unit),
      code: item.code,
    });
    const message = `${t('status.deleteConfirm')} ${what}`;
    const title = t('status.deleteOne', { name: batch_number });
    if (!(await confirm({ title, message, confirmLabel: common('action.delete'), danger: true }))) return;
    try {
      const acts = trackActs();
      await api.productionOperations.remove({ id }, acts.options);
      toast.top.success(t('status.deleted'), acts);
    } catch (error) {
      toast.top.error(failureOf(error, t('status.deleteFailed')));
    }
    refreshProduction();
  };
}
