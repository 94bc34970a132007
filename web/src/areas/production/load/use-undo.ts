import { useTranslation } from 'react-i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { Movement } from '@bobina/contract/stock/movements.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { readAll } from '../../../ui/export/read-all.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { toast } from '../../../ui/toasts.ts';
import { failureOf, refreshProduction } from '../item/calls.ts';
import { batchesOf } from './batches.tsx';

const MOST_LOOKED_AT = 1000;

/** Where the load of an item lies: its order's production movements of that product. */
const warehousesOf = async ({ product_id, order_id }: ProductionItem): Promise<string> => {
  const rows = await readAll<Movement>(api.stockMovements.list, { product_id, type: 'C' }, { most: MOST_LOOKED_AT });
  const own = rows.filter(
    ({ source_type, source_document }) => source_type === 'PRD' && source_document?.id === order_id,
  );
  return [...new Set(own.map(({ warehouse_name }) => warehouse_name))].join(', ');
};

/** Takes a load out of the warehouse again, while its goods are there. */
export const useUndo = (): ((item: ProductionItem) => Promise<void>) => {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const unitOf = useUnit();
  return async (item) => {
    try {
      const message = t('load.undoText', {
        quantity: formats.quantity(item.loaded_quantity, unitOf(item.unit_of_measure)),
        code: item.code,
        batch: batchesOf(item) ?? t('status.forcing.noBatch'),
        warehouse: formats.text(await warehousesOf(item)),
        number: item.order_number,
      });
      if (!(await confirm({ title: t('load.undo'), message, confirmLabel: t('load.undo'), danger: true }))) return;
      await api.productionLoading.undo({ itemId: item.item_id });
      toast.success(t('load.undone'));
    } catch (error) {
      toast.error(failureOf(error, t('load.undoFailed')));
    }
    refreshProduction();
  };
};
