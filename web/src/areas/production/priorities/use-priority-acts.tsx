import { IconFlag3 } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { PRIORITIES, type Priority } from '@bobina/contract/orders/statuses.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import type { RowAction } from '../../../ui/table/RowMenu.tsx';
import { toast } from '../../../ui/toasts.ts';
import { failureOf } from '../item/calls.ts';
import type { PriorityRow } from './columns.tsx';

const ICON = 17;

/** Returns functions that set the priority of an item, or of all items of its order. */
export function usePriorityActs() {
  const { t } = useTranslation('production');
  const act = useCallback(
    async (set: () => Promise<unknown>) => {
      try {
        await set();
        toast.top.success(t('priorities.updated'));
      } catch (error) {
        toast.top.error(failureOf(error, t('priorities.failed')));
      }
      void queryClient.invalidateQueries({ queryKey: ['customerOrders'] });
      // Keeps showing the choice until the list is reloaded.
      await queryClient.invalidateQueries({ queryKey: ['productionItems'] });
    },
    [t],
  );
  const setItem = useCallback(
    ({ item_id }: Pick<ProductionItem, 'item_id'>, priority: Priority) =>
      act(() => api.productionItems.setPriority({ itemId: item_id, body: { priority } })),
    [act],
  );
  const actionsOf = (item: PriorityRow): RowAction[] =>
    PRIORITIES.map((priority) => ({
      label: t('priorities.wholeOrder', {
        number: item.order_number,
        priority: t(`item.priority.${priority}`).toLowerCase(),
      }),
      icon: <IconFlag3 size={ICON} />,
      onClick: () => void act(() => api.productionItems.setOrderPriority({ id: item.order_id, body: { priority } })),
    }));
  return { setItem, actionsOf };
}
