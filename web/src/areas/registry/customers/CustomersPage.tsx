import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { deferred } from '../../../ui/deferred.tsx';
import { EntityLoader } from '../../../ui/page/EntityLoader.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { toast } from '../../../ui/toasts.ts';
import { SubScreen } from '../../../ui/page/SubScreen.tsx';
import { CustomerList } from './CustomerList.tsx';
import { CUSTOMER_LIST, CustomerFilters, CUSTOMERS } from './filters.ts';

const CustomerDetails = deferred(async () => (await import('./CustomerDetails.tsx')).CustomerDetails);
const CustomerForm = deferred(async () => (await import('./CustomerForm.tsx')).CustomerForm);

function EditCustomer({ id, onSaved, onClose }: { id: number; onSaved: () => void; onClose: () => void }) {
  const { t } = useTranslation('registry');
  const customer = useQuery(api.customers.get.query({ id }));
  const onLost = () => {
    toast.error(t('customers.loadFailed'));
    onClose();
  };
  return (
    <EntityLoader query={customer} onFailed={onLost}>
      {(loaded) => (
        <SubScreen title={loaded.business_name} to={CUSTOMERS}>
          <CustomerForm
            customer={loaded}
            save={(input, options) => api.customers.update({ id, ...input }, options)}
            onSaved={onSaved}
            onClose={onClose}
          />
        </SubScreen>
      )}
    </EntityLoader>
  );
}

/**
 * Shows /anagrafica/clienti and, after a save, /anagrafica/clienti/lista: the list, or a form; the details open as a
 * dialog.
 */
function CustomersPage() {
  const { t } = useTranslation('registry');
  const navigate = useNavigate();
  const [filters, setFilters] = useFilters(CustomerFilters);
  const { edit, details, q, sort, state } = filters;
  const mayWrite = useCan()('customers.write');
  const leaveTo = (to: string) => void navigate({ to, search: { q, sort, state } as never });
  const onSaved = () => leaveTo(CUSTOMER_LIST);
  const onClose = () => leaveTo(CUSTOMERS);
  if (mayWrite && edit === 'new')
    return (
      <SubScreen title={t('customers.add')} to={CUSTOMERS}>
        <CustomerForm save={api.customers.create} onSaved={onSaved} onClose={onClose} />
      </SubScreen>
    );
  if (mayWrite && edit !== undefined)
    return <EditCustomer key={edit} id={edit as number} onSaved={onSaved} onClose={onClose} />;
  return (
    <>
      <CustomerList filters={filters} setFilters={setFilters} />
      {details !== undefined && (
        <CustomerDetails key={details} id={details} destination={filters.destination} setFilters={setFilters} />
      )}
    </>
  );
}
export default CustomersPage;
