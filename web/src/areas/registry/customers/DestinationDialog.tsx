import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DestinationInput, type Customer, type Destination } from '@bobina/contract/registry/parties.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { fieldsOf, useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { EntityLoader } from '../../../ui/page/EntityLoader.tsx';
import { toast } from '../../../ui/toasts.ts';

interface Props {
  customer: Customer;
  destination?: Destination;
  onClose: () => void;
}

/** The form of a goods destination, over the customer's dialog. */
export function DestinationDialog({ id, ...rest }: Omit<Props, 'destination'> & { id: number | 'new' }) {
  return id === 'new' ? <DestinationForm {...rest} /> : <EditDestination id={id} {...rest} />;
}

function DestinationForm({ customer, destination, onClose }: Props) {
  const { t } = useTranslation('registry');
  const handle = useEntityForm({
    schema: DestinationInput,
    initial: destination
      ? fieldsOf(DestinationInput, destination)
      : { customer_id: customer.id, indirizzo: '', nazione: customer.country },
    version: destination?.version,
    openBy: 'destination',
    save: (input, options): Promise<Destination> =>
      destination
        ? api.destinations.update({ id: destination.id, ...input }, options)
        : api.destinations.create(input, options),
    onSaved: () => {
      toast.success(t('destinations.saved'));
      void queryClient.invalidateQueries({ queryKey: ['destinations'] });
      onClose();
    },
  });
  return (
    <FormDialog handle={handle} title={t(destination ? 'destinations.edit' : 'destinations.add')} onClose={onClose}>
      <Wide>
        <TextField name="indirizzo" label={t('destination.indirizzo')} required data-autofocus />
      </Wide>
      <TextField name="cap" label={t('destination.cap')} />
      <TextField name="citta" label={t('destination.citta')} />
      <TextField name="nazione" label={t('destination.nazione')} />
      <TextField name="telefono" label={t('destination.telefono')} type="tel" />
      <Wide>
        <TextField name="orari_consegna" label={t('destination.orari_consegna')} />
      </Wide>
      <Wide>
        <TextAreaField name="note" label={t('destination.note')} />
      </Wide>
    </FormDialog>
  );
}

function EditDestination({ id, customer, onClose }: Omit<Props, 'destination'> & { id: number }) {
  const { t } = useTranslation('registry');
  const destination = useQuery(api.destinations.get.query({ id }));
  const onLost = () => {
    toast.error(t('destinations.loadFailed'));
    onClose();
  };
  return (
    <EntityLoader query={destination} onFailed={onLost} waiting={null}>
      {(loaded) => <DestinationForm customer={customer} destination={loaded} onClose={onClose} />}
    </EntityLoader>
  );
}
