import { CardHub } from './CardHub.tsx';

/** The hub of reports. */
function ReportsHub() {
  return <CardHub hub="/report" />;
}
export default ReportsHub;
