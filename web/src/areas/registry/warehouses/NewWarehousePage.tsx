import { api } from '../../../lib/api/api.ts';
import { WarehouseForm } from './WarehouseForm.tsx';

function NewWarehousePage() {
  return <WarehouseForm save={api.warehouses.create} />;
}
export default NewWarehousePage;
