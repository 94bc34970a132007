import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PackingListInput } from '@bobina/contract/sales/packing-lists.ts';
import { api } from '../../../lib/api/api.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { FormSection, Wide } from '../../../ui/form/FormSection.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { EntityPicker } from '../../../ui/form/Picker.tsx';
import { CustomerPicker } from '../../../ui/form/pickers.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { UsedTextField } from '../../../ui/form/UsedTextField.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { toast } from '../../../ui/toasts.ts';
import { refreshSales } from '../calls.ts';
import { OrderToPackChoice } from './OrderToPackChoice.tsx';
import { wholeProblems, type PackingLine } from './packing-line.ts';
import { PackedLines } from './PackedLines.tsx';
import { useSameLines } from './use-same-lines.ts';

interface Props {
  /** Id of a cancelled packing list whose lines fill in the form. */
  like?: number | undefined;
  onClose: () => void;
  onCreated: (id: number) => void;
}

/** Shows the form that delivers lines of one customer order. Saving books the goods out of the stock. */
export function NewPackingList({ like, ...rest }: Props) {
  const { t } = useTranslation('sales');
  const { data, error, retry } = useSameLines(like);
  if (like === undefined) return <PackingListForm initial={EMPTY_LIST} {...rest} />;
  if (data) return <PackingListForm initial={data} {...rest} />;
  return (
    <Dialog title={t('packingLists.add')} onClose={rest.onClose} size="min(76rem, 100%)">
      {error ? <LoadFailed title={t('failed')} error={error} onRetry={retry} /> : <Skeleton h={260} />}
    </Dialog>
  );
}

const EMPTY_LIST = { notes: '', items: [] };

function PackingListForm({ initial, onClose, onCreated }: Omit<Props, 'like'> & { initial: object }) {
  const { t } = useTranslation('sales');
  const handle = useEntityForm({
    schema: PackingListInput,
    initial,
    check: ({ items }) => wholeProblems((items ?? []) as PackingLine[]),
    openBy: 'new',
    draft: 'packing-list:new',
    missing: { order_id: t('packing.selectOrder') },
    save: ({ body }, options) => api.packingLists.create({ body }, options),
    failure: t('failed'),
    onSaved: ({ id }) => {
      toast.success(t('packingLists.created'));
      refreshSales();
      onCreated(id);
    },
  });
  const { form } = handle;
  const customerId = (form.useWatchValue('customer_id') ?? null) as number | null;
  const orderId = (form.useWatchValue('order_id') ?? null) as number | null;
  const clearLines = () => form.setFieldValue('items', [] as never);
  const clearOrder = () => {
    form.setFieldValue('order_id', null as never);
    form.setFieldValue('destination_id', null as never);
    clearLines();
  };
  return (
    <FormDialog
      handle={handle}
      title={t('packingLists.add')}
      onClose={onClose}
      saveLabel={t('packing.save')}
      size="min(76rem, 100%)"
    >
      <CustomerPicker name="customer_id" label={t('document.customer')} withAsterisk required onPick={clearOrder} />
      <OrderToPackChoice customerId={customerId} onPick={clearLines} />
      <Wide>
        <PackedLines handle={handle} orderId={orderId} />
      </Wide>
      <Wide>
        <TransportFields customerId={customerId} />
      </Wide>
      <Wide>
        <TextAreaField name="notes" label={t('document.notes')} />
      </Wide>
    </FormDialog>
  );
}

/** Shows the optional transport fields. */
function TransportFields({ customerId }: { customerId: number | null }) {
  const { t } = useTranslation('sales');
  return (
    <FormSection title={t('transport.title')}>
      <EntityPicker
        key={customerId}
        name="destination_id"
        label={t('transport.destination_id')}
        placeholder={t('transport.sameAddress')}
        disabled={customerId === null}
        list={api.destinations.list}
        get={api.destinations.get}
        query={{ customer_id: customerId ?? 0 }}
        nameOf={({ indirizzo, citta }) => [indirizzo, citta].filter(Boolean).join(', ')}
      />
      <UsedTextField entity="packing-lists" name="carrier" label={t('transport.carrier')} />
      <UsedTextField
        entity="packing-lists"
        name="reason"
        label={t('transport.reason')}
        placeholder={t('transport.sale')}
      />
      <UsedTextField entity="packing-lists" name="appearance" label={t('transport.appearance')} />
      <NumberField name="packages" label={t('transport.packages')} decimals={0} />
      <NumberField name="gross_weight" label={t('transport.gross_weight')} unit="kg" />
      <NumberField name="net_weight" label={t('transport.net_weight')} unit="kg" />
      <DayField name="transport_date" label={t('transport.transport_date')} />
    </FormSection>
  );
}
