import { CardHub } from './CardHub.tsx';

/** The hub of operations. */
function OperationsHub() {
  return <CardHub hub="/operazioni" />;
}
export default OperationsHub;
