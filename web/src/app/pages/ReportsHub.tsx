import { CardHub } from './CardHub.tsx';

const ReportsHub = () => <CardHub hub="reports" />;
export default ReportsHub;
