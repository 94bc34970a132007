import { CardHub } from './CardHub.tsx';

const CustomerOrdersHub = () => <CardHub hub="customerOrders" />;
export default CustomerOrdersHub;
