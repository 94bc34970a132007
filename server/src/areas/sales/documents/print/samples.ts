/** Sample reports for tests, without a database and with any number of lines. */
import type {
  InvoiceReport,
  OrderConfirmationReport,
  PackingListReport,
  PurchaseOrderReport,
} from '@bobina/contract/sales/printed-documents.ts';
import type { Language } from '@bobina/contract/core/languages.ts';

export const sampleCompany: InvoiceReport['company'] = {
  business_name: 'Bobinificio Valdarno S.r.l.',
  vat_number: '01234567897',
  tax_code: '01234567897',
  address: 'Via delle Cartiere 18',
  city: 'Montevarchi',
  province: 'AR',
  zip_code: '52025',
  country: 'Italia',
  country_code: 'IT',
  phone: '+39 055 900 1200',
  email: 'info@bobinificio-valdarno.example',
  pec: 'bobinificio-valdarno@pec.example',
  iban: 'IT60X0542811101000000123456',
  bank: 'Banca del Valdarno, filiale di Montevarchi',
  share_capital: '250.000,00 € i.v.',
  rea: 'AR-198432',
  regime_fiscale: 'RF01',
  siren: null,
  siret: null,
  ice: null,
  logo: null,
};
const customer = {
  id: 7,
  business_name: 'Panificio Industriale Senese S.r.l.',
  vat_number: '00743110157',
  tax_code: '00743110157',
  address: 'Via Cassia Nord 44',
  city: 'Siena',
  province: 'SI',
  zip_code: '53100',
  country: 'Italia',
  country_code: 'IT',
};

/** Builds a sample invoice with the given number of lines. */
export function sampleInvoice(lines: number, given: Partial<InvoiceReport> = {}): InvoiceReport {
  return {
    id: 12,
    language: 'it' as Language,
    type: 'invoice',
    number: 'FT-2026/00012',
    status: 'sent',
    invoice_date: '2026-03-15',
    due_date: '2026-05-31',
    instalments: [],
    currency: 'EUR',
    company: sampleCompany,
    customer: {
      ...customer,
      indirizzo_fatturazione: null,
      codice_destinatario: 'M5UXCR1',
      pec: null,
      siren: null,
      siret: null,
      ice: null,
    },
    electronic_addresses: null,
    packing_list: { id: 3, number: 'DDT-2026/00041', date: '2026-03-14' },
    packing_lists: [
      {
        id: 3,
        number: 'DDT-2026/00041',
        date: '2026-03-14',
        order_number: 'OC-2026/00102',
        customer_order_number: 'PO 4711/A',
      },
    ],
    order_number: 'OC-2026/00102',
    customer_order_number: 'PO 4711/A',
    cig: null,
    cup: null,
    credited_invoice: null,
    items: Array.from({ length: lines }, (_, at) => ({
      position: at + 1,
      code: `CKR-${String(at + 1).padStart(4, '0')}`,
      description: `Carta kraft avana ${40 + at} g/m² in bobina da ${320 + 10 * at} mm, anima 76 mm`,
      quantity: 1250.5,
      unit_of_measure: 'kg',
      packing_list_id: 3,
      unit_price: 1.275,
      net_amount: 1594.39,
      vat_rate: 22,
      natura: null,
      vat_amount: 350.77,
      total_price: 1945.16,
      conai: null,
    })),
    vat_summary: [
      { vat_rate: 22, natura: null, reason: null, net_amount: 1594.39 * lines, vat_amount: 350.77 * lines },
    ],
    net_amount: 1594.39 * lines,
    vat_amount: 350.77 * lines,
    total_amount: 1945.16 * lines,
    amount_to_pay: 1945.16 * lines,
    exchange_rate: null,
    amounts_eur: null,
    payment: {
      terms: 'Bonifico 60 giorni fine mese',
      method: 'MP05',
      method_text: 'Bonifico bancario',
      iban: sampleCompany.iban,
      bank: sampleCompany.bank,
    },
    is_courtesy_copy: true,
    stamp_duty: null,
    mentions: [],
    notes: null,
    ...given,
  };
}

/** Builds a sample packing list with the given number of lines. */
export function samplePackingList(lines: number, given: Partial<PackingListReport> = {}): PackingListReport {
  return {
    id: 3,
    language: 'it' as Language,
    packing_list_number: 'DDT-2026/00041',
    packing_date: '2026-03-14',
    status: 'issued',
    company: sampleCompany,
    customer,
    destination: {
      indirizzo: 'Zona industriale, lotto 3',
      cap: '53100',
      citta: 'Siena',
      nazione: 'Italia',
      telefono: '+39 0577 123456',
      orari_consegna: '8:00–12:00, 14:00–17:00',
      note: 'Suonare al cancello B',
    },
    order_number: 'OC-2026/00102',
    customer_order_number: 'PO 4711/A',
    transport: {
      reason: 'Vendita',
      appearance: 'Pallet filmati',
      carrier: 'Autotrasporti Valdelsa S.n.c.',
      packages: 12,
      gross_weight: 1310.25,
      net_weight: 1250.5,
      transport_date: '2026-03-14',
    },
    items: Array.from({ length: lines }, (_, at) => ({
      position: at + 1,
      code: `CKR-${String(at + 1).padStart(4, '0')}`,
      description: `Carta kraft avana ${40 + at} g/m² in bobina da ${320 + 10 * at} mm`,
      quantity: 1250.5,
      unit_of_measure: 'kg',
      batch_number: at % 3 === 0 ? null : `L26-${1000 + at}`,
      expiry_date: at % 3 === 2 ? '2027-12-31' : null,
    })),
    totals: [{ unit_of_measure: 'kg', quantity: 1250.5 * lines }],
    notes: null,
    ...given,
  };
}

/** Builds a sample purchase order with the given number of lines. */
export function samplePurchaseOrder(lines: number, given: Partial<PurchaseOrderReport> = {}): PurchaseOrderReport {
  return {
    id: 5,
    language: 'it' as Language,
    number: 'OF-2026/00031',
    order_date: '2026-03-02',
    company: sampleCompany,
    supplier: { ...customer, business_name: 'Cartiera del Serchio S.p.A.', tax_code: null },
    requested_arrival_date: '2026-03-20',
    confirmed_arrival_date: '2026-03-23',
    currency: 'EUR',
    total_amount: 1594.3875 * lines,
    notes: 'Consegna al mattino',
    items: Array.from({ length: lines }, (_, at) => orderLine(at)),
    ...given,
  };
}

/** Builds a sample order confirmation with the given number of lines. */
export function sampleConfirmation(
  lines: number,
  given: Partial<OrderConfirmationReport> = {},
): OrderConfirmationReport {
  return {
    id: 6,
    language: 'it' as Language,
    number: 'OC-2026/00102',
    order_date: '2026-03-01',
    company: sampleCompany,
    customer,
    customer_order_number: 'PO 4711/A',
    requested_delivery_date: '2026-03-28',
    payment_terms: 'Bonifico 60 giorni fine mese',
    currency: 'EUR',
    total_amount: 1594.3875 * lines,
    notes: null,
    items: Array.from({ length: lines }, (_, at) => ({ ...orderLine(at), delivery_date: '2026-03-28' })),
    ...given,
  };
}

function orderLine(at: number) {
  return {
    position: at + 1,
    code: `CKR-${String(at + 1).padStart(4, '0')}`,
    description: `Carta kraft avana ${40 + at} g/m² in bobina da ${320 + 10 * at} mm`,
    quantity: 1250.5,
    unit_of_measure: 'kg',
    unit_price: 1.275,
    total: 1594.3875,
  };
}
