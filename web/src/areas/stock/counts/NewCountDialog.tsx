import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { StockCountInput } from '@bobina/contract/stock/counts.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { fieldsAfter, focusFirstOf } from '../../../ui/form/next-field.ts';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { WarehousePicker } from '../../../ui/form/pickers.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { toast } from '../../../ui/toasts.ts';

/** Shows the form that opens a count of a warehouse. */
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
        <OpenCount onContinue={onOpened} />
      </Wide>
      <Wide>
        {/* Notes are rare: Enter goes on past the empty field, to the button that opens the count. */}
        <TextAreaField
          name="notes"
          label={t('movement.notes')}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.currentTarget.value !== '') return;
            event.preventDefault();
            focusFirstOf(fieldsAfter(event.currentTarget));
          }}
        />
      </Wide>
    </FormDialog>
  );
}

/** Names the open count of the chosen warehouse and offers to continue it. Several may be open: another one is no error. */
function OpenCount({ onContinue }: { onContinue: (id: number) => void }) {
  const { t } = useTranslation('stock');
  const formats = useFormats();
  const form = useFormHere();
  const warehouse_id = useFieldValue<number | null | undefined>('warehouse_id');
  const query = { warehouse_id: warehouse_id ?? 0, status: 'open', limit: 1 } as const;
  const { data } = useQuery({ ...api.stockCounts.list.query({ query }), enabled: Boolean(warehouse_id) });
  const [open] = (warehouse_id && data?.rows) || [];
  if (!open) return null;
  const proceed = () => {
    form.resetDirty(); // The form holds nothing to ask about.
    onContinue(open.id);
  };
  return (
    <Text size="sm" component="output" display="block" mt={4}>
      {t('counts.alreadyOpen', { day: formats.instant(open.created_at), name: open.created_by_name ?? '' })}{' '}
      <Button variant="subtle" size="compact-sm" onClick={proceed}>
        {t('counts.continueOpen')}
      </Button>
    </Text>
  );
}
