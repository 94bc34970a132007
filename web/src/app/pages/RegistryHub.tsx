import { CardHub } from './CardHub.tsx';

const RegistryHub = () => <CardHub hub="registry" />;
export default RegistryHub;
