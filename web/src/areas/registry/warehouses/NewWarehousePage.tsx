import { api } from '../../../lib/api/api.ts';
import { WarehouseForm } from './WarehouseForm.tsx';

/** Shows the form of a new warehouse. */
function NewWarehousePage() {
  return <WarehouseForm save={api.warehouses.create} />;
}
export default NewWarehousePage;
