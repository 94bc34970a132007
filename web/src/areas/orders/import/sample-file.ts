import type { TFunction } from 'i18next';
import { addDays } from '@bobina/contract/core/dates.ts';
import type { ListCall } from '../../../lib/api/client.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { exportRows } from '../../../ui/export/export-rows.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { FIELDS, HEADERS, type Field } from './columns.rules.ts';

type SampleRow = Record<Field, string | number>;
const KINDS: Partial<Record<Field, Column<SampleRow>['kind']>> = {
  data_ordine: 'day',
  data_consegna: 'day',
  quantita: 'number',
  prezzo_unitario: 'number',
};

/** Downloads a sample workbook with the headers of an import and three rows. */
export function downloadSample(t: TFunction<'orderImport'>): Promise<void> {
  const columns = FIELDS.map((key) => {
    const kind = KINDS[key];
    return { key, label: capital(HEADERS[key]), ...(kind && { kind }) } satisfies Column<SampleRow>;
  });
  const call = (async () => ({ rows: rows(), total: 3 })) as unknown as ListCall<SampleRow>;
  return exportRows({ call, query: {}, columns, title: t('sampleName') });
}

function capital(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Two orders of one customer. The product codes do not exist, so that importing the sample creates nothing. */
function rows(): SampleRow[] {
  return (
    [
      ['PO-1001', 'CODICE-1', 1000, 1.25],
      ['PO-1001', 'CODICE-2', 250.5, 0.98],
      ['PO-1002', 'CODICE-1', 500, 1.25],
    ] as const
  ).map(([numero_ordine_cliente, codice_prodotto, quantita, prezzo_unitario]) => ({
    numero_ordine_cliente,
    data_ordine: companyToday(),
    codice_prodotto,
    quantita,
    data_consegna: addDays(companyToday(), 30),
    prezzo_unitario,
  }));
}
