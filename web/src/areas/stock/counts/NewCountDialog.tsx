import { useTranslation } from 'react-i18next';
import { StockCountInput } from '@bobina/contract/stock/counts.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { WarehousePicker } from '../../../ui/form/pickers.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { toast } from '../../../ui/toasts.ts';

/** Opens a count: of which warehouse. */
export function NewCountDialog({ onClose, onOpened }: { onClose: () => void; onOpened: (id: number) => void }) {
  const { t } = useTranslation('stock');
  const handle = useEntityForm({
    schema: StockCountInput,
    initial: { notes: '' },
    openBy: 'new',
    save: ({ body }, options) => api.stockCounts.create({ body }, options),
    failure: t('counts.openFailed'),
    onSaved: ({ id, warehouse_name }) => {
      toast.success(t('counts.opened', { warehouse: warehouse_name }));
      void queryClient.invalidateQueries({ queryKey: ['stockCounts'] });
      onOpened(id);
    },
  });
  return (
    <FormDialog handle={handle} title={t('counts.add')} onClose={onClose} saveLabel={t('counts.open')}>
      <Wide>
        <WarehousePicker name="warehouse_id" label={t('stock.warehouse')} withAsterisk required />
      </Wide>
      <Wide>
        <TextAreaField name="notes" label={t('movement.notes')} />
      </Wide>
    </FormDialog>
  );
}
