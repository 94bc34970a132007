import { api } from '../../../lib/api/api.ts';
import { WarehouseForm } from './WarehouseForm.tsx';

const NewWarehousePage = () => <WarehouseForm save={api.warehouses.create} />;
export default NewWarehousePage;
