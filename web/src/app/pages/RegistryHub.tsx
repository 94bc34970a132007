import { CardHub } from './CardHub.tsx';

function RegistryHub() {
  return <CardHub hub="registry" />;
}
export default RegistryHub;
