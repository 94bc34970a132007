import { CardHub } from './CardHub.tsx';

/** The hub of the registry. */
function RegistryHub() {
  return <CardHub hub="/anagrafica" />;
}
export default RegistryHub;
