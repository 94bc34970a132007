/** Receipts of the Sistema di Interscambio and of French platforms, as the demo company gets them. */

const PUBLIC = 'http://www.fatturapa.gov.it/sdi/messaggi/v1.0';
const PRIVATE = 'http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fattura/messaggi/v1.0';

/** A stored file, and the number and day of its document. */
export interface Transmitted {
  name: string;
  sha256: string;
  number: string;
  /** `YYYY-MM-DD` */
  day: string;
}
/** Receipts by their code in the names of their files: delivered, undeliverable, rejected, accepted by a public body. */
export type ReceiptCode = 'RC' | 'MC' | 'NS' | 'NE';

/** Builds a receipt of the Sistema di Interscambio. @param serial its number, each once */
export function italianReceipt(
  code: ReceiptCode,
  file: Transmitted,
  serial: number,
): { name: string; content: string } {
  const of = `<NomeFile>${file.name}</NomeFile><Hash>${file.sha256}</Hash><DataOraRicezione>${file.day}T10:15:00.000+01:00</DataOraRicezione>`;
  const parts: Record<ReceiptCode, [root: string, namespace: string, content: string]> = {
    RC: [
      'RicevutaConsegna',
      PRIVATE,
      `${of}<DataOraConsegna>${file.day}T10:20:00.000+01:00</DataOraConsegna><Destinatario><Codice>M5UXCR1</Codice><Descrizione>Cliente</Descrizione></Destinatario>`,
    ],
    MC: ['RicevutaImpossibilitaRecapito', PRIVATE, of],
    NS: [
      'RicevutaScarto',
      PRIVATE,
      `${of}<ListaErrori><Errore><Codice>00311</Codice><Descrizione>1.1.4 CodiceDestinatario non valido</Descrizione></Errore></ListaErrori>`,
    ],
    NE: [
      'NotificaEsito',
      PUBLIC,
      `<NomeFile>${file.name}</NomeFile><EsitoCommittente><IdentificativoSdI>${serial}</IdentificativoSdI><Esito>EC01</Esito></EsitoCommittente>`,
    ],
  };
  const [root, namespace, content] = parts[code];
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<ns3:${root} xmlns:ns3="${namespace}" versione="1.0"><IdentificativoSdI>${serial}</IdentificativoSdI>${content}<MessageId>${serial}</MessageId></ns3:${root}>`;
  const name = `${file.name.replace(/\.xml$/i, '')}_${code}_${String(serial).padStart(3, '0')}.xml`;
  return { name, content: Buffer.from(xml).toString('base64') };
}

/** Builds a message of a French platform. @param status 200 deposited, 212 paid, 213 rejected */
export function frenchReceipt(
  status: '200' | '212' | '213',
  { number, day }: Transmitted,
  serial: number,
): { name: string; content: string } {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossDomainAcknowledgementAndResponse xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossDomainAcknowledgementAndResponse:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
  <rsm:ExchangedDocument><ram:ID>CDV-${serial}</ram:ID><ram:IssueDateTime><udt:DateTimeString format="204">${day.replaceAll('-', '')}101500</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
  <rsm:AcknowledgementDocument><ram:ReferenceReferencedDocument><ram:IssuerAssignedID>${number}</ram:IssuerAssignedID><ram:TypeCode>380</ram:TypeCode><ram:ProcessConditionCode>${status}</ram:ProcessConditionCode><ram:SpecifiedDocumentStatus><ram:ReasonCode>REJ_SEMAN</ram:ReasonCode><ram:Reason>TVA inconnue</ram:Reason></ram:SpecifiedDocumentStatus></ram:ReferenceReferencedDocument></rsm:AcknowledgementDocument>
</rsm:CrossDomainAcknowledgementAndResponse>`;
  return { name: `CDV-${serial}.xml`, content: Buffer.from(xml).toString('base64') };
}
