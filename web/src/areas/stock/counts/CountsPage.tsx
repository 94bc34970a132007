import { deferred } from '../../../ui/deferred.tsx';
import { rowFilter } from '../../../ui/page/filter-fields.ts';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { CountList } from './CountList.tsx';

const CountSheet = deferred(async () => (await import('./CountSheet.tsx')).CountSheet);

const Filters = { sheet: rowFilter() };

/** Shows the list of stock counts, or the sheet that the URL names. */
function CountsPage() {
  const [{ sheet }] = useFilters(Filters);
  return sheet === undefined ? <CountList /> : <CountSheet key={sheet} id={sheet} />;
}
export default CountsPage;
