import { useCan } from '../../lib/session.ts';
import { deferred } from '../../ui/deferred.tsx';
import { useFilters } from '../../ui/page/use-filters.ts';
import { sharedFilters } from './calls.ts';
import { PackingListList } from './packing-lists/PackingListList.tsx';

const InvoiceList = deferred(async () => (await import('./invoices/InvoiceList.tsx')).InvoiceList);

const Filters = { tab: sharedFilters.tab };

/** Shows packing lists and invoices under two tabs; invoices only to users who may read them. */
function SalesPage() {
  const [{ tab = 'packing' }] = useFilters(Filters);
  const mayReadInvoices = useCan()('invoices.read');
  return tab === 'invoices' && mayReadInvoices ? <InvoiceList /> : <PackingListList />;
}
export default SalesPage;
