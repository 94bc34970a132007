import { useCan } from '../../lib/session.ts';
import { useFilters } from '../../ui/page/use-filters.ts';
import { z } from 'zod';
import { sharedFilters } from './calls.ts';
import { InvoiceList } from './invoices/InvoiceList.tsx';
import { ReceiptList } from './transmissions/ReceiptList.tsx';
import { PackingListList } from './packing-lists/PackingListList.tsx';

const Filters = z.object({ tab: sharedFilters.tab });

/** Shows packing lists, invoices and receipts under tabs; the last two only to users who may read invoices. */
function SalesPage() {
  const [{ tab = 'packing' }] = useFilters(Filters);
  const mayReadInvoices = useCan()('invoices.read');
  if (tab === 'packing' || !mayReadInvoices) return <PackingListList />;
  return tab === 'invoices' ? <InvoiceList /> : <ReceiptList />;
}
export default SalesPage;
