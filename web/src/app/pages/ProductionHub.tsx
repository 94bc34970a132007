import { CardHub } from './CardHub.tsx';

/** The hub of production. */
function ProductionHub() {
  return <CardHub hub="production" />;
}
export default ProductionHub;
