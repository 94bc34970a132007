import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { EntityLoader, useIdParameter } from '../../../ui/page/EntityLoader.tsx';
import { toast } from '../../../ui/toasts.ts';
import { WarehouseForm, WAREHOUSES } from './WarehouseForm.tsx';

function EditWarehousePage() {
  const { t } = useTranslation('registry');
  const navigate = useNavigate();
  const id = useIdParameter();
  const warehouse = useQuery(api.warehouses.get.query({ id }));
  const onLost = () => {
    toast.error(t('warehouses.loadFailed'));
    void navigate({ to: WAREHOUSES, replace: true });
  };
  return (
    <EntityLoader query={warehouse} onFailed={onLost}>
      {(loaded) => (
        <WarehouseForm warehouse={loaded} save={(input, options) => api.warehouses.update({ id, ...input }, options)} />
      )}
    </EntityLoader>
  );
}
export default EditWarehousePage;
