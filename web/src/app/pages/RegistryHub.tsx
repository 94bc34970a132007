import { RecentPanels } from '../../areas/home/RecentPanels.tsx';
import { CardHub } from './CardHub.tsx';

/** The hub of the registry, with what was added last. */
function RegistryHub() {
  return <CardHub hub="/anagrafica" below={<RecentPanels />} />;
}
export default RegistryHub;
