import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { deferred } from '../../../ui/deferred.tsx';
import { EntityLoader } from '../../../ui/page/EntityLoader.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { toast } from '../../../ui/toasts.ts';
import { SubScreen } from '../../../ui/page/SubScreen.tsx';
import { SupplierFilters } from './filters.ts';
import { SupplierList } from './SupplierList.tsx';

const SupplierForm = deferred(async () => (await import('./SupplierForm.tsx')).SupplierForm);

const LIST = '/anagrafica/fornitori';

function EditSupplier({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('registry');
  const supplier = useQuery(api.suppliers.get.query({ id }));
  const onLost = () => {
    toast.error(t('suppliers.loadFailed'));
    onClose();
  };
  return (
    <EntityLoader query={supplier} onFailed={onLost}>
      {(loaded) => (
        <SubScreen title={loaded.business_name} to={LIST}>
          <SupplierForm
            supplier={loaded}
            save={(input, options) => api.suppliers.update({ id, ...input }, options)}
            onClose={onClose}
          />
        </SubScreen>
      )}
    </EntityLoader>
  );
}

/** Shows the list of suppliers, or the form of one. */
function SuppliersPage() {
  const { t } = useTranslation('registry');
  const [filters, setFilters] = useFilters(SupplierFilters);
  const { edit } = filters;
  const mayWrite = useCan()('suppliers.write');
  const close = () => setFilters({ edit: undefined });
  if (edit === undefined || !mayWrite) return <SupplierList filters={filters} setFilters={setFilters} />;
  if (edit !== 'new') return <EditSupplier key={edit} id={edit} onClose={close} />;
  return (
    <SubScreen title={t('suppliers.add')} to={LIST}>
      <SupplierForm save={api.suppliers.create} onClose={close} />
    </SubScreen>
  );
}
export default SuppliersPage;
