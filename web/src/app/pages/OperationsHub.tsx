import { CardHub } from './CardHub.tsx';

/** The hub of operations. */
function OperationsHub() {
  return <CardHub hub="operations" />;
}
export default OperationsHub;
