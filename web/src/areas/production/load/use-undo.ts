import { useTranslation } from 'react-i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { toast } from '../../../ui/toasts.ts';
import { failureOf, refreshProduction } from '../item/calls.ts';
import { useBatchParts } from './use-batch-parts.ts';

/** Returns a function that undoes a load while its goods are in the warehouse. */
export function useUndo(): (item: ProductionItem) => Promise<void> {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const unitOf = useUnit();
  const partsText = useBatchParts();
  return async (item) => {
    try {
      const unit = unitOf(item.unit_of_measure);
      const { batches } = await api.productionLoading.loaded({ itemId: item.item_id });
      const parts = partsText(batches, unit);
      const message = t('load.undoText', {
        quantity: formats.quantity(item.loaded_quantity, unit),
        code: item.code,
        batches: parts,
        warehouse: [...new Set(batches.map(({ warehouse_name }) => warehouse_name))].join(', '),
        number: item.order_number,
      });
      if (!(await confirm({ title: t('load.undo'), message, confirmLabel: t('load.undo'), danger: true }))) return;
      await api.productionLoading.undo({ itemId: item.item_id });
      toast.success(t('load.undone'), undefined, [`${item.code} · ${parts}`]);
    } catch (error) {
      toast.error(failureOf(error, t('load.undoFailed')));
    }
    refreshProduction();
  };
}
