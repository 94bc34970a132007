/**
 * FatturaPA 1.2.2, between private parties (FPR12) and to public bodies (FPA12): amounts from the invoice, texts
 * converted to the schema's character set.
 */
import { decimalOf } from '@bobina/contract/core/decimal.ts';
import { naturaText } from '../documents/document-texts.ts';
import { amountsInEur } from '../documents/amounts-of-document.ts';
import { isPublicBody, pecOf, recipientCode } from '../documents/delivery-address.rules.ts';
import type { InvoiceDocument, InvoiceLine, VatGroup } from '../documents/read-invoice-document.ts';
import { stampDutyOf } from '../shared/stamp-duty.rules.ts';
import { basicLatin, latin } from './latin.rules.ts';
import { isInEuropeanUnion } from './european-union.rules.ts';
import {
  isTransfer,
  italianTaxCode,
  paymentMethod,
  splitVatNumber,
  validIban,
  vatDigits,
  type VatNumber,
} from './numbers.rules.ts';
import { xmlDocument } from './xml.ts';

const NAMESPACE = 'http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2';
const UNITS: Record<string, string> = { m: 'M', kg: 'KG', piece: 'PZ', l: 'L', box: 'SCAT' };
/** Returns the file name of the electronic invoice, `IT<VAT number>_<progressive>.xml`. */
export function fatturaPaName(document: InvoiceDocument): string {
  return `IT${companyVat(document)}_${progressive(document)}.xml`;
}

/**
 * Five characters that encode the document's unique id, so that file names are unique. Further issues count down from
 * the end of the range.
 */
export function progressive({ id, issue }: Pick<InvoiceDocument, 'id' | 'issue'>): string {
  const code = issue === 1 ? id : 36 ** 5 - id - (issue - 2) * 36 ** 4;
  return code.toString(36).toUpperCase().padStart(5, '0');
}

interface Address {
  address: string | null;
  zip_code: string | null;
  city: string | null;
  province: string | null;
  country_code: string | null;
}

/** The Sistema di Interscambio accepts this number for a customer outside the Union without one. */
const NO_NUMBER_ABROAD = 'OO99999999999';
/** Returns the country and number of IdFiscaleIVA; null for an Italian customer that has only a tax code. */
export function fatturaPaVat({ customer }: Pick<InvoiceDocument, 'customer'>): VatNumber | null {
  const { vat_number, country_code: country } = customer;
  if (country === 'IT') {
    const code = vatDigits(vat_number, 'IT');
    return code === '' ? null : { country, code };
  }
  const vat = splitVatNumber(vat_number, country);
  if (vat === null) return country === null || isInEuropeanUnion(country) ? null : { country, code: NO_NUMBER_ABROAD };
  return vat;
}

/** Builds the FatturaPA XML. @param document issued and complete */
export function fatturaPa(document: InvoiceDocument): string {
  return xmlDocument(
    'p:FatturaElettronica',
    { versione: formatOf(document), 'xmlns:p': NAMESPACE },
    {
      FatturaElettronicaHeader: {
        DatiTrasmissione: transmission(document),
        CedentePrestatore: seller(document),
        CessionarioCommittente: buyer(document),
      },
      FatturaElettronicaBody: {
        DatiGenerali: general(document),
        DatiBeniServizi: { DettaglioLinee: lines(document), DatiRiepilogo: summary(document) },
        DatiPagamento: payment(document),
      },
    },
  );
}

function formatOf({ customer }: InvoiceDocument): 'FPA12' | 'FPR12' {
  return isPublicBody(customer) ? 'FPA12' : 'FPR12';
}

function amount(value: number): string {
  return decimalOf(value).toFixed(2);
}

/** Formats two to eight decimals, as many as the value has. */
function exact(value: number): string {
  const decimal = decimalOf(value);
  const text = decimal.toFixed();
  return (text.split('.')[1] ?? '').length > 2 ? text : decimal.toFixed(2);
}

function companyVat({ company }: InvoiceDocument): string {
  return vatDigits(company.vat_number, 'IT');
}

/** Five to twelve characters, without an Italian prefix. */
function phone(text: string | null): string | null {
  const digits = (text ?? '').replace(/^\s*(\+|00)39/, '').replace(/[^\d+]/g, '');
  return digits.length >= 5 && digits.length <= 12 ? digits : null;
}

/** Seven to 256 characters, as the schema requires. */
function mail(text: string | null): string | null {
  return text !== null && text.length >= 7 && text.length <= 256 ? text : null;
}

function transmission(document: InvoiceDocument) {
  const { company, customer } = document;
  const code = recipientCode(customer);
  return {
    IdTrasmittente: { IdPaese: 'IT', IdCodice: italianTaxCode(company.tax_code) ?? companyVat(document) },
    ProgressivoInvio: progressive(document),
    FormatoTrasmissione: formatOf(document),
    CodiceDestinatario: code,
    ContattiTrasmittente: { Telefono: phone(company.phone), Email: mail(company.email) },
    PECDestinatario: code === '0000000' ? pecOf(customer) : null,
  };
}

function address({ address: street, zip_code, city, province, country_code: country }: Address) {
  return {
    Indirizzo: latin(street!, 60),
    CAP: country === 'IT' ? zip_code : '00000',
    Comune: latin(city!, 60),
    Provincia: country === 'IT' ? province?.toUpperCase() : null,
    Nazione: country,
  };
}

/** `AR-198432`; the share capital only when it starts with an amount, as in `250.000,00 € i.v.` */
function register({ company: { rea, share_capital } }: InvoiceDocument) {
  const found = /^([A-Z]{2})[\s\-/]*(\d{1,20})$/.exec((rea ?? '').trim().toUpperCase());
  if (!found) return null;
  const capital = /^\D*?(\d{1,3}(?:\.\d{3})*|\d{1,11})(?:,(\d{2}))?(?=\D|$)/.exec((share_capital ?? '').trim());
  return {
    Ufficio: found[1],
    NumeroREA: found[2],
    CapitaleSociale: capital ? `${capital[1]!.replaceAll('.', '')}.${capital[2] ?? '00'}` : null,
    StatoLiquidazione: 'LN',
  };
}

function seller(document: InvoiceDocument) {
  return {
    DatiAnagrafici: {
      IdFiscaleIVA: { IdPaese: 'IT', IdCodice: companyVat(document) },
      CodiceFiscale: italianTaxCode(document.company.tax_code),
      Anagrafica: { Denominazione: latin(document.company.business_name!, 80) },
      RegimeFiscale: document.company.regime_fiscale,
    },
    Sede: address(document.company),
    IscrizioneREA: register(document),
    Contatti: { Telefono: phone(document.company.phone), Email: mail(document.company.email) },
  };
}

function buyer(document: InvoiceDocument) {
  const { customer } = document;
  const isItalian = customer.country_code === 'IT';
  const vat = fatturaPaVat(document);
  return {
    DatiAnagrafici: {
      IdFiscaleIVA: vat && { IdPaese: vat.country, IdCodice: vat.code },
      CodiceFiscale: isItalian ? italianTaxCode(customer.tax_code) : null,
      Anagrafica: { Denominazione: latin(customer.business_name, 80) },
    },
    Sede: address(customer),
  };
}

/**
 * Goods delivered before the invoice day, or by several transport documents, make it a deferred invoice: art. 21, c. 4,
 * lett. a) DPR 633/72.
 */
function documentType({ type, packing_lists: lists, invoice_date, customer }: InvoiceDocument): string {
  if (type === 'credit_note') return 'TD04';
  if (lists.length > 1) return 'TD24';
  return lists[0]!.date < invoice_date && customer.country_code === 'IT' ? 'TD24' : 'TD01';
}

/** At most two hundred characters each. */
function reasons(document: InvoiceDocument): string[] {
  const { credited_invoice: credited, notes } = document;
  const text = [
    credited &&
      `Storno ${credited.in_full ? 'totale' : 'parziale'} della fattura ${credited.number} del ${credited.date}`,
    exchangeText(document),
    notes,
  ]
    .filter(Boolean)
    .join(' - ');
  return (
    latin(text, 10_400)
      .match(/.{1,200}/g)
      ?.map((part) => part.trim())
      .filter(Boolean) ?? []
  );
}

/** The exchange rate and the amounts in EUR of a document in another currency. */
function exchangeText(document: InvoiceDocument): string | null {
  const eur = amountsInEur(document);
  return (
    eur &&
    `Cambio 1 EUR = ${exact(document.exchange_rate!)} ${document.currency}; imponibile ${amount(eur.net_amount)} EUR, IVA ${amount(eur.vat_amount)} EUR, totale ${amount(eur.total_amount)} EUR`
  );
}

/** Omits an order number that is too long, because a truncated one would identify another order. */
function orderNumber(number: string | null): string | null {
  const text = basicLatin(number ?? '', 100);
  return text.length > 0 && text.length <= 20 ? text : null;
}

function orderCode(text: string | null): string | null {
  return basicLatin(text ?? '', 15).toUpperCase() || null;
}

function general(document: InvoiceDocument) {
  const { credited_invoice: credited, groups, exchange_rate } = document;
  const stamp = stampDutyOf({ country: 'IT', groups, exchange_rate });
  return {
    DatiGeneraliDocumento: {
      TipoDocumento: documentType(document),
      Divisa: document.currency,
      Data: document.invoice_date,
      Numero: document.number,
      DatiBollo: stamp === null ? null : { BolloVirtuale: 'SI', ImportoBollo: amount(stamp) },
      ImportoTotaleDocumento: amount(document.total_amount),
      Causale: reasons(document),
    },
    DatiOrdineAcquisto: orders(document),
    DatiFattureCollegate: credited && { IdDocumento: credited.number, Data: credited.date },
    DatiDDT: document.type === 'invoice' ? deliveries(document) : null,
  };
}

/** Returns the numbers of the lines of some packing lists, for a document with several; no number refers to all lines. */
function linesOf(
  { packing_lists, items }: InvoiceDocument,
  ids: readonly number[],
): { RiferimentoNumeroLinea?: number[] } {
  if (packing_lists.length === 1) return {};
  return {
    RiferimentoNumeroLinea: items.flatMap(({ packing_list_id, product_id }, at) =>
      product_id !== null && ids.includes(packing_list_id) ? [at + 1] : [],
    ),
  };
}

/**
 * The orders, each once. CIG and CUP require a document number: the customer's order number, or the company's own.
 */
function orders(document: InvoiceDocument) {
  const codes = { CodiceCUP: orderCode(document.cup), CodiceCIG: orderCode(document.cig) };
  const hasCodes = codes.CodiceCIG !== null || codes.CodiceCUP !== null;
  const numberOf = (list: InvoiceDocument['packing_lists'][number]) =>
    orderNumber(list.customer_order_number) ?? (hasCodes ? orderNumber(list.order_number) : null);
  return [...Map.groupBy(document.packing_lists, numberOf)].flatMap(([number, lists]) => {
    if (number === null) return [];
    const ids = lists.map(({ id }) => id);
    return [{ ...linesOf(document, ids), IdDocumento: number, ...codes }];
  });
}

function deliveries(document: InvoiceDocument) {
  return document.packing_lists.map(({ id, number, date }) => ({
    NumeroDDT: number,
    DataDDT: date,
    ...linesOf(document, [id]),
  }));
}

function lines({ items, declaration }: InvoiceDocument) {
  return items.map((item, at) => ({
    NumeroLinea: at + 1,
    CodiceArticolo: { CodiceTipo: 'INTERNO', CodiceValore: latin(item.code, 35) },
    Descrizione: latin(item.description, 1000) || latin(item.code, 1000),
    Quantita: item.quantity === null ? null : exact(item.quantity),
    UnitaMisura: item.quantity === null ? null : UNITS[item.unit_of_measure],
    PrezzoUnitario: exact(item.unit_price),
    PrezzoTotale: amount(item.net_amount),
    AliquotaIVA: amount(item.vat_rate!),
    Natura: item.vat_rate === 0 ? item.natura : null,
    AltriDatiGestionali: [declarationOf(item, declaration), conaiOf(item)],
  }));
}

/** The declaration of intent of a line without VAT, as the tax office's specification names it. */
function declarationOf({ natura }: InvoiceLine, declaration: InvoiceDocument['declaration']) {
  if (declaration === null || natura !== 'N3.5') return null;
  return {
    TipoDato: 'INTENTO',
    RiferimentoTesto: latin(declaration.protocol, 60),
    RiferimentoData: declaration.day,
  };
}

/** The CONAI contribution: paid before, or its amount in EUR. */
function conaiOf({ conai_material: material, conai_kg: kg, conai_amount }: InvoiceLine) {
  if (material === null) return null;
  const isPaid = conai_amount === null || kg === null;
  const text = isPaid ? `Contributo CONAI assolto - ${material}` : `Contributo CONAI - ${exact(kg)} kg ${material}`;
  return {
    TipoDato: 'CONAI',
    RiferimentoTesto: latin(text, 60),
    RiferimentoNumero: isPaid ? null : amount(conai_amount),
  };
}

function lawOf({ natura, description }: VatGroup): string {
  return latin(description ?? naturaText('it', natura!) ?? natura!, 100) || natura!;
}

function summary({ groups, customer }: InvoiceDocument) {
  const chargeability = customer.country_code === 'IT' ? (customer.esigibilita ?? 'I') : 'I';
  return groups.map((group) => ({
    AliquotaIVA: amount(group.vat_rate!),
    Natura: group.vat_rate === 0 ? group.natura : null,
    ImponibileImporto: amount(group.net_amount),
    Imposta: amount(group.vat_amount),
    EsigibilitaIVA: group.vat_rate === 0 ? null : chargeability,
    RiferimentoNormativo: group.vat_rate === 0 ? lawOf(group) : null,
  }));
}

function payment(document: InvoiceDocument) {
  const method = paymentMethod(document.payment.method);
  if (document.type === 'credit_note' || method === null) return null;
  const { bank, iban } = document.company;
  const { instalments } = document;
  return {
    CondizioniPagamento: instalments.length > 1 ? 'TP01' : 'TP02',
    DettaglioPagamento: instalments.map((instalment) => ({
      ModalitaPagamento: method,
      DataScadenzaPagamento: instalment.due_date,
      ImportoPagamento: amount(instalment.amount),
      IstitutoFinanziario: isTransfer(method) && bank ? latin(bank, 80) : null,
      IBAN: isTransfer(method) ? validIban(iban) : null,
    })),
  };
}
