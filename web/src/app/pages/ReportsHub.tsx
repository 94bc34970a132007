import { CardHub } from './CardHub.tsx';

function ReportsHub() {
  return <CardHub hub="reports" />;
}
export default ReportsHub;
