import { CardHub } from './CardHub.tsx';

/** The hub of production. */
function ProductionHub() {
  return <CardHub hub="/produzione" />;
}
export default ProductionHub;
