import { CardHub } from './CardHub.tsx';

function CustomerOrdersHub() {
  return <CardHub hub="customerOrders" />;
}
export default CustomerOrdersHub;
