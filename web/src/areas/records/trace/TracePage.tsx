import { rowFilter } from '../../../ui/page/filter-fields.ts';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { BatchTrace } from './BatchTrace.tsx';
import { RecallView } from './RecallView.tsx';
import { TraceStart } from './TraceStart.tsx';

const Filters = { batch: rowFilter(), recall: rowFilter() };

/** Shows the trace of a batch or a recall; without one of them a field that finds a batch. */
function TracePage() {
  const [{ batch, recall }] = useFilters(Filters);
  if (recall !== undefined) return <RecallView key={recall} id={recall} />;
  if (batch !== undefined) return <BatchTrace key={batch} id={batch} />;
  return <TraceStart />;
}
export default TracePage;
