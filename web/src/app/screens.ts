/**
 * The one list of screens. The router, the breadcrumbs, the cards of the hubs and the command palette are made from
 * it: a screen that is not here does not exist, and nothing leads to it.
 */
import type { Card, RoutePermission } from '@bobina/contract/core/permissions.ts';
import type { ComponentType } from 'react';
import type appTexts from './texts/it.json';

type ScreenTitle = keyof (typeof appTexts)['screens'];
/** The namespaces of texts, one per area. */
type Area = 'identity' | 'registry' | 'purchasing' | 'stock' | 'orders' | 'production' | 'sales';

export interface Screen {
  /** As in the address; `$id` is a parameter. Its parents by path are its breadcrumbs. */
  path: string;
  /** What the role needs; `public` for the sign-in page alone. */
  needs: RoutePermission | 'public';
  /** Key of `screens` in the texts of the shell. */
  title: ScreenTitle;
  page: () => Promise<{ default: ComponentType }>;
  /** Whose texts it shows. */
  texts: readonly Area[];
  /** Found by Ctrl-K. Forms of one row are not. */
  isFound?: boolean;
  /** Offered only to the roles of this card, in the palette as on its hub. */
  card?: Card;
}

export const screens: readonly Screen[] = [
  {
    path: '/login',
    needs: 'public',
    title: 'login',
    page: () => import('../areas/identity/LoginPage.tsx'),
    texts: ['identity'],
  },
  {
    path: '/',
    needs: 'SIGNED_IN',
    title: 'home',
    page: () => import('./pages/HomePage.tsx'),
    texts: [],
    isFound: true,
  },

  {
    path: '/anagrafica',
    needs: 'REGISTRY',
    title: 'registry',
    page: () => import('./pages/RegistryHub.tsx'),
    texts: [],
    isFound: true,
  },
  {
    path: '/anagrafica/prodotti',
    needs: 'REGISTRY',
    title: 'products',
    page: () => import('../areas/registry/products/ProductsPage.tsx'),
    texts: ['registry'],
    isFound: true,
  },
  {
    path: '/anagrafica/prodotti/nuovo',
    needs: 'REGISTRY',
    title: 'newProduct',
    page: () => import('../areas/registry/products/NewProductPage.tsx'),
    texts: ['registry'],
    isFound: true,
  },
  {
    path: '/anagrafica/prodotti/$id',
    needs: 'REGISTRY',
    title: 'product',
    page: () => import('../areas/registry/products/EditProductPage.tsx'),
    texts: ['registry'],
  },
  {
    path: '/anagrafica/magazzini',
    needs: 'REGISTRY',
    title: 'warehouses',
    page: () => import('../areas/registry/warehouses/WarehousesPage.tsx'),
    texts: ['registry'],
    isFound: true,
  },
  {
    path: '/anagrafica/magazzini/nuovo',
    needs: 'REGISTRY',
    title: 'newWarehouse',
    page: () => import('../areas/registry/warehouses/NewWarehousePage.tsx'),
    texts: ['registry'],
    isFound: true,
  },
  {
    path: '/anagrafica/magazzini/$id',
    needs: 'REGISTRY',
    title: 'warehouse',
    page: () => import('../areas/registry/warehouses/EditWarehousePage.tsx'),
    texts: ['registry'],
  },
  {
    path: '/anagrafica/azienda',
    needs: 'REGISTRY',
    title: 'company',
    page: () => import('../areas/registry/company/CompanyPage.tsx'),
    texts: ['registry'],
    isFound: true,
  },
  {
    path: '/anagrafica/fornitori',
    needs: 'REGISTRY',
    title: 'suppliers',
    page: () => import('../areas/registry/suppliers/SuppliersPage.tsx'),
    texts: ['registry'],
    isFound: true,
  },
  {
    path: '/anagrafica/clienti',
    needs: 'REGISTRY',
    title: 'customers',
    page: () => import('../areas/registry/customers/CustomersPage.tsx'),
    texts: ['registry'],
    isFound: true,
  },
  {
    path: '/anagrafica/clienti/lista',
    needs: 'REGISTRY',
    title: 'customerList',
    page: () => import('../areas/registry/customers/CustomersPage.tsx'),
    texts: ['registry'],
  },
  {
    path: '/anagrafica/macchinari',
    needs: 'REGISTRY',
    title: 'machines',
    page: () => import('../areas/registry/machines/MachinesPage.tsx'),
    texts: ['registry'],
    isFound: true,
  },
  {
    path: '/anagrafica/condizioni-pagamento',
    needs: 'REGISTRY',
    title: 'paymentTerms',
    page: () => import('../areas/registry/payment-terms/PaymentTermsPage.tsx'),
    texts: ['registry'],
    isFound: true,
  },
  {
    path: '/anagrafica/codici-iva',
    needs: 'REGISTRY',
    title: 'vatCodes',
    page: () => import('../areas/registry/vat-codes/VatCodesPage.tsx'),
    texts: ['registry'],
    isFound: true,
  },
  {
    path: '/anagrafica/impostazioni',
    needs: 'REGISTRY',
    title: 'settings',
    page: () => import('../areas/registry/settings/SettingsPage.tsx'),
    texts: ['registry'],
    isFound: true,
    card: 'settings',
  },

  {
    path: '/users',
    needs: 'USERS',
    title: 'users',
    page: () => import('../areas/identity/users/UsersPage.tsx'),
    texts: ['identity'],
    isFound: true,
  },
  {
    path: '/users/nuovo',
    needs: 'USERS',
    title: 'newUser',
    page: () => import('../areas/identity/users/NewUserPage.tsx'),
    texts: ['identity'],
    isFound: true,
  },
  {
    path: '/users/$id',
    needs: 'USERS',
    title: 'user',
    page: () => import('../areas/identity/users/EditUserPage.tsx'),
    texts: ['identity'],
  },

  {
    path: '/operazioni',
    needs: 'OPERATIONS',
    title: 'operations',
    page: () => import('./pages/OperationsHub.tsx'),
    texts: [],
    isFound: true,
  },
  {
    path: '/operazioni/ordini-fornitori',
    needs: 'OPERATIONS',
    title: 'purchaseOrders',
    page: () => import('../areas/purchasing/orders/PurchaseOrdersPage.tsx'),
    texts: ['purchasing'],
    isFound: true,
    card: 'purchaseOrders',
  },
  {
    path: '/operazioni/ordini-fornitori/nuovo',
    needs: 'OPERATIONS',
    title: 'newPurchaseOrder',
    page: () => import('../areas/purchasing/orders/NewOrderPage.tsx'),
    texts: ['purchasing', 'registry'],
    isFound: true,
    card: 'purchaseOrders',
  },
  {
    path: '/operazioni/ordini-fornitori/$id',
    needs: 'OPERATIONS',
    title: 'purchaseOrder',
    page: () => import('../areas/purchasing/orders/EditOrderPage.tsx'),
    texts: ['purchasing', 'registry'],
  },
  {
    path: '/operazioni/ricezione-merce',
    needs: 'OPERATIONS',
    title: 'goodsReceipt',
    page: () => import('../areas/purchasing/receipts/ReceiptsPage.tsx'),
    texts: ['purchasing'],
    isFound: true,
    card: 'goodsReceipt',
  },
  {
    path: '/operazioni/ricezione-merce/$orderId',
    needs: 'OPERATIONS',
    title: 'receiveOrder',
    page: () => import('../areas/purchasing/receipts/ReceiptPage.tsx'),
    texts: ['purchasing', 'registry'],
  },
  {
    path: '/operazioni/ricezione-merce/storico/$itemId',
    needs: 'OPERATIONS',
    title: 'itemHistory',
    page: () => import('../areas/purchasing/receipts/HistoryPage.tsx'),
    texts: ['purchasing', 'registry'],
  },
  {
    path: '/operazioni/vendite',
    needs: 'OPERATIONS',
    title: 'sales',
    page: () => import('../areas/sales/SalesPage.tsx'),
    texts: ['sales', 'registry'],
    isFound: true,
    card: 'sales',
  },
  {
    path: '/operazioni/prezzi',
    needs: 'OPERATIONS',
    title: 'prices',
    page: () => import('../areas/purchasing/prices/PricesPage.tsx'),
    texts: ['purchasing'],
    isFound: true,
    card: 'prices',
  },
  {
    path: '/operazioni/prezzi/nuovo',
    needs: 'OPERATIONS',
    title: 'newPrice',
    page: () => import('../areas/purchasing/prices/NewPricePage.tsx'),
    texts: ['purchasing'],
    isFound: true,
    card: 'prices',
  },
  {
    path: '/operazioni/prezzi/$id',
    needs: 'OPERATIONS',
    title: 'price',
    page: () => import('../areas/purchasing/prices/EditPricePage.tsx'),
    texts: ['purchasing'],
  },
  {
    path: '/operazioni/movimenti',
    needs: 'OPERATIONS',
    title: 'movements',
    page: () => import('../areas/stock/movements/MovementsPage.tsx'),
    texts: ['stock', 'registry'],
    isFound: true,
    card: 'stockMovements',
  },
  {
    path: '/operazioni/movimenti/nuovo',
    needs: 'OPERATIONS',
    title: 'newMovement',
    page: () => import('../areas/stock/movements/NewMovementPage.tsx'),
    texts: ['stock', 'registry'],
    isFound: true,
    card: 'stockMovements',
  },
  {
    path: '/operazioni/movimenti/$id',
    needs: 'OPERATIONS',
    title: 'movement',
    page: () => import('../areas/stock/movements/EditMovementPage.tsx'),
    texts: ['stock', 'registry'],
  },
  {
    path: '/operazioni/trasferimenti',
    needs: 'OPERATIONS',
    title: 'transfers',
    page: () => import('../areas/stock/transfers/TransfersPage.tsx'),
    texts: ['stock', 'registry'],
    isFound: true,
    card: 'transfers',
  },
  {
    path: '/operazioni/carico-produzione',
    needs: 'OPERATIONS',
    title: 'productionLoad',
    page: () => import('../areas/production/load/LoadPage.tsx'),
    texts: ['production'],
    isFound: true,
    card: 'productionLoad',
  },

  {
    path: '/report',
    needs: 'REPORTS',
    title: 'reports',
    page: () => import('./pages/ReportsHub.tsx'),
    texts: [],
    isFound: true,
  },
  {
    path: '/report/giacenze',
    needs: 'REPORTS',
    title: 'stockLevels',
    page: () => import('../areas/stock/levels/StockLevelsPage.tsx'),
    texts: ['stock', 'registry'],
    isFound: true,
    card: 'stockLevels',
  },
  {
    path: '/report/valorizzazione',
    needs: 'REPORTS',
    title: 'valuation',
    page: () => import('../areas/purchasing/valuation/ValuationPage.tsx'),
    texts: ['purchasing', 'registry'],
    isFound: true,
    card: 'valuation',
  },
  {
    path: '/report/inventario',
    needs: 'REPORTS',
    title: 'inventory',
    page: () => import('../areas/stock/counts/CountsPage.tsx'),
    texts: ['stock', 'registry'],
    isFound: true,
    card: 'inventory',
  },
  // Anybody signed in may come here: the page itself refuses in words, the screens below it redirect.
  {
    path: '/produzione',
    needs: 'SIGNED_IN',
    title: 'production',
    page: () => import('./pages/ProductionHub.tsx'),
    texts: [],
    isFound: true,
    card: 'production',
  },
  {
    path: '/produzione/priorita',
    needs: 'PRODUCTION',
    title: 'priorities',
    page: () => import('../areas/production/priorities/PrioritiesPage.tsx'),
    texts: ['production'],
    isFound: true,
  },
  {
    path: '/produzione/stato',
    needs: 'PRODUCTION',
    title: 'productionStatus',
    page: () => import('../areas/production/status/StatusPage.tsx'),
    texts: ['production'],
    isFound: true,
  },
  {
    path: '/produzione/programmazione',
    needs: 'PRODUCTION',
    title: 'scheduling',
    page: () => import('../areas/production/scheduling/SchedulingPage.tsx'),
    texts: ['production'],
    isFound: true,
  },
  {
    path: '/produzione/calcolo-materiali',
    needs: 'PRODUCTION',
    title: 'materials',
    page: () => import('../areas/production/materials/MaterialsPage.tsx'),
    texts: ['production', 'registry'],
    isFound: true,
  },
  {
    path: '/ordiniclienti',
    needs: 'SIGNED_IN',
    title: 'customerOrders',
    page: () => import('./pages/CustomerOrdersHub.tsx'),
    texts: [],
    isFound: true,
  },
  {
    path: '/ordiniclienti/inserimento-ordine',
    needs: 'SIGNED_IN',
    title: 'enterOrder',
    page: () => import('../areas/orders/entry/EntryPage.tsx'),
    texts: ['orders'],
    isFound: true,
    card: 'customerOrders',
  },
  {
    path: '/ordiniclienti/visualizza-ordini',
    needs: 'SIGNED_IN',
    title: 'viewOrders',
    page: () => import('../areas/orders/view/ViewOrdersPage.tsx'),
    texts: ['orders'],
    isFound: true,
  },
];

const byPath = new Map(screens.map((screen) => [screen.path, screen]));
export const screenExists = (path: string): boolean => byPath.has(path);

/** The screens above one, outermost first: home, hub, list. */
export const parentsOf = ({ path }: Screen): Screen[] => {
  if (path === '/') return [];
  const parts = path.split('/').slice(1, -1);
  const paths = ['/', ...parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)];
  return paths.flatMap((parent) => byPath.get(parent) ?? []);
};
