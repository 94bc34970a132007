import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { printTable } from '../../../ui/print/elements.ts';
import { printDocument } from '../../../ui/print/print-document.ts';
import { productName } from '../../../ui/form/pickers.tsx';
import { useUnit } from '../../../lib/use-unit.ts';
import type { TypedMovement } from './movement-form.ts';

/** A movement on paper, as it stands in its form. */
export function usePrintMovement(): (typed: Partial<TypedMovement>) => void {
  const { t } = useTranslation('stock');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const unitOf = useUnit();
  const productOf = (id: number | null | undefined) =>
    id ? queryClient.fetchQuery({ ...api.products.get.query({ id }), staleTime: Infinity }) : undefined;
  const warehouseOf = async (id: number | null | undefined) =>
    id
      ? (await queryClient.fetchQuery({ ...api.warehouses.get.query({ id }), staleTime: Infinity })).name
      : formats.text(null);

  const content = async (typed: Partial<TypedMovement>) => {
    const { movement_type: type, quantity, batch_number, production_date, expiry_date } = typed;
    const [product, from, to] = await Promise.all([
      productOf(typed.product_id),
      warehouseOf(typed.warehouse_id),
      warehouseOf(typed.destination_warehouse_id),
    ]);
    const amount = typeof quantity === 'number' ? quantity : null;
    const pairs = [
      [t('movement.movement_type'), type ? t(`movementType.${type}`) : formats.text(null)],
      [t('movement.movement_date'), formats.day(typed.movement_date as string | null)],
      [t('movement.product'), product ? productName(product) : formats.text(null)],
      [t(type === 'T' ? 'movement.sourceWarehouse' : 'stock.warehouse'), from],
      ...(type === 'T' ? [[t('movement.destination'), to]] : []),
      ...(batch_number ? [[t('stock.batch'), batch_number]] : []),
      ...(production_date ? [[t('movement.production_date'), formats.day(production_date)]] : []),
      ...(expiry_date ? [[t('movement.expiry_date'), formats.day(expiry_date)]] : []),
      [
        t('movement.quantity'),
        product ? formats.quantity(amount, unitOf(product.unit_of_measure)) : formats.number(amount),
      ],
      [t('movement.notes'), formats.text(typed.notes)],
    ] as [string, string][];
    return [printTable([{ label: t('movementForm.field') }, { label: t('movementForm.value') }], pairs)];
  };
  return (typed) =>
    void printDocument({
      title: t('movementForm.title'),
      subtitle: common('print.printedOn', { when: formats.instant(new Date().toISOString()) }),
      content: () => content(typed),
    });
}
