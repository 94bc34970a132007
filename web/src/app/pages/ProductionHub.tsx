import { CardHub } from './CardHub.tsx';

const ProductionHub = () => <CardHub hub="production" />;
export default ProductionHub;
