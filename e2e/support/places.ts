/** The addresses of all screens and overlays, with rows of a company that has one of each entity. */
import assert from 'node:assert/strict';
import type { AttackedCompany } from '../../server/src/testing/attacked-company.ts';
import { isBeforeSignIn, screenPaths } from './screen-paths.ts';

/** Returns the addresses of all screens, with the id of an existing row where needed. */
export function screensOf(rows: AttackedCompany): string[] {
  const paths = screenPaths();
  assert.ok(paths.length > 30, 'the lists of screens were read');
  const ROWS: Record<string, number | string> = {
    '/anagrafica/prodotti/$id': rows.product,
    '/anagrafica/clienti/$id': rows.customer,
    '/anagrafica/fornitori/$id': rows.supplier,
    '/anagrafica/macchinari/$id': rows.machine,
    '/produzione/lavorazioni/$id': rows.run,
    '/produzione/macchina/$code': rows.machineCode,
    '/report/lotti/$id': rows.batch,
    '/operazioni/bobine/$id': rows.reel,
    '/anagrafica/magazzini/$id': rows.warehouse,
    '/users/$id': rows.user,
    '/operazioni/ordini-fornitori/$id': rows.purchaseOrder,
    '/operazioni/ricezione-merce/$orderId': rows.purchaseOrder,
    '/operazioni/fatture-acquisto/$id': rows.purchaseInvoice,
    '/operazioni/ricezione-merce/storico/$itemId': rows.receivedItem,
    '/operazioni/prezzi/$id': rows.price,
    '/ordiniclienti/prezzi/$id': rows.customerPrice,
    '/operazioni/movimenti/$id': rows.movement,
    '/guida/$screen': 'products',
  };
  return paths
    .filter((path) => !isBeforeSignIn(path))
    .map((path) => {
      const [, parameter] = /(\$\w+)/.exec(path) ?? [];
      assert.ok(!parameter || path in ROWS, `${path} needs a row of the attacked company`);
      return parameter ? path.replace(parameter, String(ROWS[path])) : path;
    });
}
/** Returns the addresses of overlays: forms in place of lists, dialogs, tabs, views. */
export function overlaysOf(rows: AttackedCompany): string[] {
  const MORE: Record<string, string[]> = {
    '/anagrafica/prodotti/nuovo': [`from=${rows.product}`],
    '/anagrafica/fornitori': [`edit=${rows.supplier}`],
    '/anagrafica/clienti': [
      `edit=${rows.customer}`,
      `details=${rows.customer}`,
      `details=${rows.customer}&destination=1`,
    ],
    '/anagrafica/macchinari': [`edit=${rows.machine}`],
    '/anagrafica/condizioni-pagamento': [`edit=${rows.term}`],
    '/anagrafica/dichiarazioni-intento': ['edit=new'],
    '/anagrafica/codici-iva': [`edit=${rows.vatCode}`],
    [`/anagrafica/prodotti/${rows.product}`]: tabs(
      'stock',
      'prices',
      'orders',
      'production',
      'documents',
      'contacts',
      'files',
      'notes',
      'history',
    ),
    [`/anagrafica/clienti/${rows.customer}`]: tabs(
      'prices',
      'orders',
      'production',
      'documents',
      'files',
      'notes',
      'history',
    ),
    [`/anagrafica/fornitori/${rows.supplier}`]: tabs(
      'products',
      'prices',
      'orders',
      'contacts',
      'files',
      'notes',
      'history',
    ),
    [`/anagrafica/macchinari/${rows.machine}`]: tabs('production', 'files', 'notes', 'history'),
    [`/report/lotti/${rows.batch}`]: tabs('movements', 'files', 'notes', 'history'),
    '/report/tracciabilita': [`batch=${rows.batch}`, 'recall=1'],
    '/users': [`user=${rows.user}`],
    '/operazioni/vendite': [
      `open=${rows.packingList}`,
      'new=true',
      'tab=invoices',
      `tab=invoices&open=${rows.invoice}`,
      `tab=invoices&open=${rows.draft}`,
      `tab=invoices&new=true`,
    ],
    '/operazioni/pagamenti': ['new=true', `customer_id=${rows.customer}&new=true`, `allot=${rows.payment}`],
    '/operazioni/solleciti': ['new=true'],
    '/operazioni/banca': ['new=true', 'open=1', 'credit=1'],
    '/operazioni/carico-produzione': [`warehouse=${rows.warehouse}`, 'view=loaded'],
    '/operazioni/ricezione-merce': ['all=true'],
    '/report/valorizzazione': ['zero=true&batches=true', 'show=loads', 'show=unloads&start=2026-01-01'],
    '/report/posta-in-uscita': ['open=1', 'state=waiting'],
    '/report/inventario': ['new=true', `sheet=${rows.count}`],
    '/produzione/stato': [
      'completed=true',
      'dialog=report',
      `dialog=operations&item=${rows.item}`,
      `dialog=force&item=${rows.item}`,
      `item=${rows.item}&operation=new`,
      `dialog=operations&item=${rows.item}&operation=${rows.operation}`,
    ],
    '/produzione/programmazione': [
      'report=true',
      'view=board',
      `item=${rows.item}`,
      `item=${rows.item}&scheduling=${rows.scheduling}`,
      `view=board&job=${rows.scheduling}`,
    ],
    '/produzione/calcolo-materiali': [`items=${rows.item}-${rows.item + 1}`],
    '/ordiniclienti/inserimento-ordine': ['edit=new', `edit=${rows.order}`, 'import=true'],
    '/ordiniclienti/visualizza-ordini': [`order=${rows.order}`],
  };
  return Object.entries(MORE).flatMap(([path, searches]) => searches.map((search) => `${path}?${search}`));
}

function tabs(...names: string[]) {
  return names.map((name) => `tab=${name}`);
}
