import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PackingList } from '@bobina/contract/sales/packing-lists.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { toast } from '../../../ui/toasts.ts';
import { refreshSales, sameLinesPath } from '../calls.ts';

/** Returns a function that cancels a packing list after a confirmation with the goods that return to each warehouse. */
export function useCancelPackingList() {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const unitOf = useUnit();
  const [isBusy, setBusy] = useState(false);
  const cancel = async ({ id, packing_list_number: number, items }: PackingList) => {
    const message = (
      <>
        <p>{t('packingList.cancelText', { number })}</p>
        <ul>
          {items.map((item) => (
            <li key={item.id}>
              {t('packingList.comesBack', {
                quantity: formats.quantity(item.quantity, unitOf(item.unit_of_measure)),
                name: [item.code, item.batch_number].filter(Boolean).join(' · '),
                warehouse: item.warehouse_name,
              })}
            </li>
          ))}
        </ul>
      </>
    );
    const title = t('packingList.cancel');
    if (!(await confirm({ title, message, confirmLabel: title, danger: true, isFinal: true }))) return;
    setBusy(true);
    try {
      await api.packingLists.cancel({ id });
      const again = { label: t('packingList.sameLines'), path: sameLinesPath(id) };
      toast.offer(t('packingList.cancelled', { number }), [again]);
    } catch (error) {
      toast.problem(error, t('packingList.cancelFailed'));
    } finally {
      setBusy(false);
      refreshSales();
    }
  };
  return { cancel, isBusy };
}
