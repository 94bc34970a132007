import { useTranslation } from 'react-i18next';
import type { ItemScheduling, ProductionItem } from '@bobina/contract/production/items.ts';
import { trackActs } from '../../../lib/api/acts.ts';
import { api } from '../../../lib/api/api.ts';
import { problemText } from '../../../lib/api/problem.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { machineName } from '../../../ui/machine-name.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { toast } from '../../../ui/toasts.ts';
import { refreshScheduling } from './calls.ts';

type Unscheduled = Pick<ProductionItem, 'unit_of_measure' | 'code' | 'order_number'>;

type Job = Pick<ItemScheduling, 'id' | 'machine_code' | 'machine_description' | 'quantity_to_produce'>;

/** Returns a function that removes an item from a machine after a confirmation. @returns whether it was removed */
export function useUnschedule() {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const unitOf = useUnit();
  return async (item: Unscheduled, job: Job): Promise<boolean> => {
    const isSure = await confirm({
      title: t('scheduling.removeTitle'),
      message: t('scheduling.removeText', {
        machine: machineName(job),
        quantity: formats.quantity(job.quantity_to_produce, unitOf(item.unit_of_measure)),
        code: item.code,
        order: item.order_number,
      }),
      confirmLabel: t('scheduling.remove'),
      danger: true,
    });
    if (!isSure) return false;
    try {
      const acts = trackActs();
      await api.productionScheduling.remove({ id: job.id }, acts.options);
      toast.top.success(t('scheduling.removed'), acts);
      return true;
    } catch (error) {
      toast.top.error(problemText(error, t('scheduling.removeFailed')));
      return false;
    } finally {
      refreshScheduling();
    }
  };
}
