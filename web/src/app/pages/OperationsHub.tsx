import { CardHub } from './CardHub.tsx';

const OperationsHub = () => <CardHub hub="operations" />;
export default OperationsHub;
