import { Button, Divider, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CustomerInput, type Customer } from '@bobina/contract/registry/parties.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useCan } from '../../../lib/session.ts';
import { EntityForm } from '../../../ui/form/EntityForm.tsx';
import { FieldGrid } from '../../../ui/form/FormSection.tsx';
import { fieldsOf, useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { EntityLoader } from '../../../ui/page/EntityLoader.tsx';
import { toast } from '../../../ui/toasts.ts';
import { BillingFields } from './CustomerFields.tsx';
import { Destinations } from './Destinations.tsx';
import type { CustomerFilters, SetCustomerFilters } from './filters.ts';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';

/** The part of a customer that this dialog changes: a PUT keeps the rest. */
const BillingInput = CustomerInput.pick({
  indirizzo_fatturazione: true,
  email_fatturazione: true,
  telefono_fatturazione: true,
  codice_invio_elettronico: true,
  note_fatturazione: true,
});

interface Props {
  customer: Customer;
  destination: CustomerFilters['destination'];
  setFilters: SetCustomerFilters;
}

/** A customer's billing data and goods destinations, over the list. */
export function CustomerDetails({ id, ...rest }: { id: number } & Omit<Props, 'customer'>) {
  const { t } = useTranslation('registry');
  const customer = useQuery(api.customers.get.query({ id }));
  const onLost = () => {
    toast.error(t('customers.loadFailed'));
    rest.setFilters({ details: undefined, destination: undefined });
  };
  return (
    <EntityLoader query={customer} onFailed={onLost} waiting={null}>
      {(loaded) => <DetailsDialog customer={loaded} {...rest} />}
    </EntityLoader>
  );
}

function DetailsDialog({ customer, destination, setFilters }: Props) {
  const { t } = useTranslation('registry');
  const isPhone = useNarrow('40em');
  const mayWrite = useCan()('customers.write');
  const handle = useEntityForm({
    schema: BillingInput,
    initial: fieldsOf(BillingInput, customer),
    version: customer.version,
    openBy: 'details',
    save: (input, options) => api.customers.update({ id: customer.id, ...input }, options),
    onSaved: () => {
      toast.success(t('customers.billingSaved'));
      void queryClient.invalidateQueries({ queryKey: ['customers'] });
    },
  });
  const close = async () => {
    if (handle.form.isDirty() && !(await handle.askToLeave())) return;
    handle.form.resetDirty();
    setFilters({ details: undefined, destination: undefined });
  };
  return (
    <Dialog
      onClose={() => void close()}
      title={customer.business_name}
      size="xl"
      fullScreen={isPhone}
      closeOnClickOutside={false}
    >
      <Stack gap="lg">
        <section aria-label={t('partySections.billing')}>
          <Title order={2} fz="md" mb="sm">
            {t('partySections.billing')}
          </Title>
          <EntityForm handle={handle} label={t('partySections.billing')}>
            <fieldset disabled={!mayWrite} style={{ border: 0, margin: 0, padding: 0 }}>
              <FieldGrid bare>
                <BillingFields startsHere={mayWrite} />
              </FieldGrid>
            </fieldset>
            {mayWrite && (
              <Group justify="flex-end">
                <Button type="submit" loading={handle.isSaving} aria-keyshortcuts="Control+S">
                  {t('customers.billingSave')}
                </Button>
              </Group>
            )}
          </EntityForm>
        </section>
        <Divider />
        <Destinations
          customer={customer}
          opened={destination}
          onOpen={(id) => setFilters({ destination: id }, { replace: id === undefined })}
        />
      </Stack>
    </Dialog>
  );
}
