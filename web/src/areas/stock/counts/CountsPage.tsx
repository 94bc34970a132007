import { z } from 'zod';
import { rowFilter } from '../../../ui/page/filter-fields.ts';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { CountList } from './CountList.tsx';
import { CountSheet } from './CountSheet.tsx';

const Filters = z.object({ sheet: rowFilter() });

/** The stock counts, or the sheet of the one that the address names. */
function CountsPage() {
  const [{ sheet }] = useFilters(Filters);
  return sheet === undefined ? <CountList /> : <CountSheet key={sheet} id={sheet} />;
}
export default CountsPage;
