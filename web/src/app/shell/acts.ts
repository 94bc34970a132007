import { isOffered, roleCan, type Capability, type Role } from '@bobina/contract/core/permissions.ts';
import type { CustomTypeOptions } from 'i18next';
import { mayOpen } from '../../lib/screen.ts';
import { areaScreens } from '../area-screens.ts';

type Texts = CustomTypeOptions['resources']['app'];
interface Act {
  title: keyof Texts['palette']['acts'];
  /** The screen that performs the action. */
  screen: string;
  /** Its search parameters; empty if the screen is the form. */
  search: string;
  needs: Capability;
}

/**
 * Actions whose form is part of a list screen, or is the screen itself. Forms with a screen of their own are screens that
 * end with `/nuovo` or `/nuova`.
 */
const ACTS: readonly Act[] = [
  {
    title: 'newOrder',
    screen: '/ordiniclienti/inserimento-ordine',
    search: 'edit=new',
    needs: 'customer_orders.write',
  },
  {
    title: 'importOrders',
    screen: '/ordiniclienti/inserimento-ordine',
    search: 'import=true',
    needs: 'customer_orders.write',
  },
  { title: 'newCustomer', screen: '/anagrafica/clienti', search: 'edit=new', needs: 'customers.write' },
  { title: 'newSupplier', screen: '/anagrafica/fornitori', search: 'edit=new', needs: 'suppliers.write' },
  { title: 'newMachine', screen: '/anagrafica/macchinari', search: 'edit=new', needs: 'machines.write' },
  { title: 'newPackingList', screen: '/operazioni/vendite', search: 'new=true', needs: 'packing_lists.write' },
  { title: 'newInvoice', screen: '/operazioni/vendite', search: 'tab=invoices&new=true', needs: 'invoices.write' },
  { title: 'newPayment', screen: '/operazioni/pagamenti', search: 'new=true', needs: 'payments.write' },
  { title: 'newReminder', screen: '/operazioni/solleciti', search: 'new=true', needs: 'payments.write' },
  { title: 'newBankSlip', screen: '/operazioni/banca', search: 'new=true', needs: 'payments.write' },
  { title: 'newTransfer', screen: '/operazioni/trasferimenti', search: '', needs: 'stock.write' },
  { title: 'newCount', screen: '/report/inventario', search: 'new=true', needs: 'stock.write' },
];

/** The actions that the role may perform, besides the screens for new records. `screen`: the list that they belong to. */
export function actsOf(role: Role): { title: Act['title']; screen: string; to: string }[] {
  return ACTS.filter(({ screen: path, needs }) => {
    const screen = areaScreens.find((one) => one.path === path);
    return screen && mayOpen(screen, role) && (!screen.card || isOffered(role, screen.card)) && roleCan(role, needs);
  }).map(({ title, screen, search }) => ({ title, screen, to: search ? `${screen}?${search}` : screen }));
}
