import { CardHub } from './CardHub.tsx';

function OperationsHub() {
  return <CardHub hub="operations" />;
}
export default OperationsHub;
