import { useCan } from '../../lib/session.ts';
import { useFilters } from '../../ui/page/use-filters.ts';
import { sharedFilters } from './calls.ts';
import { InvoiceList } from './invoices/InvoiceList.tsx';
import { PackingListList } from './packing-lists/PackingListList.tsx';

const Filters = { tab: sharedFilters.tab };

/** Shows packing lists and invoices under two tabs; invoices only to users who may read them. */
function SalesPage() {
  const [{ tab = 'packing' }] = useFilters(Filters);
  const mayReadInvoices = useCan()('invoices.read');
  return tab === 'invoices' && mayReadInvoices ? <InvoiceList /> : <PackingListList />;
}
export default SalesPage;
