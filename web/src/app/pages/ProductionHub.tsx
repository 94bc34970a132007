import { mayEnter } from '@bobina/contract/core/permissions.ts';
import { useUser } from '../../lib/session.ts';
import { Refused } from '../../ui/page/Refused.tsx';
import { CardHub } from './CardHub.tsx';

/** Refuses in words those who lack the permission; the screens below redirect them. */
const ProductionHub = () => {
  const user = useUser();
  if (user && mayEnter(user.role, 'PRODUCTION')) return <CardHub hub="production" />;
  return <Refused />;
};
export default ProductionHub;
