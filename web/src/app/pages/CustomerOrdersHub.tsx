import { CardHub } from './CardHub.tsx';

/** The hub of customer orders. */
function CustomerOrdersHub() {
  return <CardHub hub="/ordiniclienti" />;
}
export default CustomerOrdersHub;
