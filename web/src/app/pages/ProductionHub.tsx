import { CardHub } from './CardHub.tsx';

function ProductionHub() {
  return <CardHub hub="production" />;
}
export default ProductionHub;
