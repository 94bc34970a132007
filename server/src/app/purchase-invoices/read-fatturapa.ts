/** Reads a FatturaPA: the ordinary format of the Agenzia delle Entrate, of which a file can hold several documents. */
import { sum } from '@bobina/contract/core/decimal.ts';
import { elementsAt, textAt, UnreadableFile, type XmlElement } from '../../platform/incoming-files/read-xml.ts';
import {
  checkRead,
  joinNotes,
  joinVat,
  readCode,
  readCurrency,
  readDocumentDay,
  readDecimal,
  readText,
  requireDecimal,
  requireText,
  type ReadInvoice,
  type ReadLine,
  type ReadVat,
} from './read-parts.ts';

const CREDIT_NOTES = new Set(['TD04', 'TD08']);
/** Types of codes that name a barcode. */
const BARCODES = /^(ean|gtin|upc)/i;
const MOST_DOCUMENTS = 500;

/** Reads the documents of a file. @throws UnreadableFile */
export function readFatturaPa(root: XmlElement): ReadInvoice[] {
  const [supplier] = elementsAt(root, 'FatturaElettronicaHeader', 'CedentePrestatore', 'DatiAnagrafici');
  const bodies = elementsAt(root, 'FatturaElettronicaBody');
  if (!supplier || bodies.length === 0) throw new UnreadableFile('not an invoice');
  if (bodies.length > MOST_DOCUMENTS) throw new UnreadableFile('too many documents');
  return bodies.map((body) => readBody(supplier, body));
}

function readBody(supplier: XmlElement, body: XmlElement): ReadInvoice {
  const [general] = elementsAt(body, 'DatiGenerali', 'DatiGeneraliDocumento');
  if (!general) throw new UnreadableFile('no general data');
  const document_type = requireText(readCode(general, 'TipoDocumento'), 'TipoDocumento');
  const vat = elementsAt(body, 'DatiBeniServizi', 'DatiRiepilogo').map(readVat);
  const computed = sum(vat.flatMap(({ net_amount, vat_amount }) => [net_amount, vat_amount]));
  const total_amount =
    readDecimal(general, 'ImportoTotaleDocumento') ?? computed.plus(readDecimal(general, 'Arrotondamento') ?? 0);
  const withheld = sum(elementsAt(general, 'DatiRitenuta').map((one) => requireDecimal(one, 'ImportoRitenuta')));
  const split = sum(vat.filter(({ esigibilita }) => esigibilita === 'S').map(({ vat_amount }) => vat_amount));
  return checkRead({
    supplier_name: nameOf(supplier),
    supplier_vat: joinVat(
      readCode(supplier, 'IdFiscaleIVA', 'IdPaese'),
      readCode(supplier, 'IdFiscaleIVA', 'IdCodice'),
    ),
    kind: CREDIT_NOTES.has(document_type) ? 'credit_note' : 'invoice',
    document_type,
    number: requireText(readCode(general, 'Numero'), 'Numero'),
    document_date: requireText(readDocumentDay(textAt(general, 'Data')), 'Data'),
    currency: readCurrency(textAt(general, 'Divisa')),
    lines: readLines(body),
    vat,
    total_amount,
    to_pay_amount: total_amount.minus(withheld).minus(split),
    credited_number: readCode(body, 'DatiGenerali', 'DatiFattureCollegate', 'IdDocumento'),
    notes: joinNotes(elementsAt(general, 'Causale').map(({ text }) => text)),
    instalments: elementsAt(body, 'DatiPagamento', 'DettaglioPagamento').flatMap((part) => {
      const due_date = readDocumentDay(textAt(part, 'DataScadenzaPagamento'));
      const method = readCode(part, 'ModalitaPagamento');
      return due_date === null
        ? []
        : [{ due_date, amount: requireDecimal(part, 'ImportoPagamento'), method, iban: readCode(part, 'IBAN') }];
    }),
  });
}

function nameOf(supplier: XmlElement): string {
  const [party] = elementsAt(supplier, 'Anagrafica');
  if (!party) throw new UnreadableFile('no supplier');
  const person = [readText(party, 'Nome'), readText(party, 'Cognome')].filter(Boolean).join(' ');
  return requireText(readText(party, 'Denominazione') ?? (person || null), 'Denominazione').slice(0, 200);
}

function readVat(group: XmlElement): ReadVat {
  const esigibilita = textAt(group, 'EsigibilitaIVA');
  return {
    vat_rate: requireDecimal(group, 'AliquotaIVA'),
    natura: readCode(group, 'Natura'),
    net_amount: requireDecimal(group, 'ImponibileImporto'),
    vat_amount: requireDecimal(group, 'Imposta'),
    esigibilita: esigibilita === 'I' || esigibilita === 'D' || esigibilita === 'S' ? esigibilita : null,
  };
}

function readLines(body: XmlElement): ReadLine[] {
  const deliveries = referencesOf(elementsAt(body, 'DatiGenerali', 'DatiDDT'));
  const orders = referencesOf(elementsAt(body, 'DatiGenerali', 'DatiOrdineAcquisto'));
  return elementsAt(body, 'DatiBeniServizi', 'DettaglioLinee').map((line) => {
    const number = textAt(line, 'NumeroLinea') ?? '';
    const delivery = deliveries(number);
    const order = orders(number);
    const codes = elementsAt(line, 'CodiceArticolo').map((code) => ({
      isBarcode: BARCODES.test(textAt(code, 'CodiceTipo') ?? ''),
      value: readCode(code, 'CodiceValore'),
    }));
    return {
      description: readText(line, 'Descrizione') ?? '',
      supplier_code: codes.find(({ isBarcode, value }) => !isBarcode && value !== null)?.value ?? null,
      barcode: codes.find(({ isBarcode }) => isBarcode)?.value ?? null,
      quantity: readDecimal(line, 'Quantita'),
      unit_of_measure: readCode(line, 'UnitaMisura'),
      unit_price: requireDecimal(line, 'PrezzoUnitario'),
      net_amount: requireDecimal(line, 'PrezzoTotale'),
      vat_rate: requireDecimal(line, 'AliquotaIVA'),
      natura: readCode(line, 'Natura'),
      ddt_number: delivery && readCode(delivery, 'NumeroDDT'),
      ddt_date: delivery && readDocumentDay(textAt(delivery, 'DataDDT')),
      order_number: order && readCode(order, 'IdDocumento'),
    };
  });
}

/**
 * Finds the delivery note or order of a line: the one that names the line or, where a single one names no lines, that
 * one. Of several without lines none is chosen.
 */
function referencesOf(references: readonly XmlElement[]): (line: string) => XmlElement | null {
  const byLine = new Map(
    references.flatMap((one) => elementsAt(one, 'RiferimentoNumeroLinea').map(({ text }) => [text, one] as const)),
  );
  const ofAll = references.filter((one) => elementsAt(one, 'RiferimentoNumeroLinea').length === 0);
  return (line) => byLine.get(line) ?? (ofAll.length === 1 ? ofAll[0]! : null);
}
