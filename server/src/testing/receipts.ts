/** Receipts of the Sistema di Interscambio and of French platforms, for tests. */

const PUBLIC = 'http://www.fatturapa.gov.it/sdi/messaggi/v1.0';
const PRIVATE = 'http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fattura/messaggi/v1.0';

export interface Answered {
  name: string;
  sha256: string;
}

let made = 0;
const END = '<MessageId>4711</MessageId>';

/** Builds a receipt about a file; each call gives another one. */
export const receiptOf = {
  RC: (file: Answered) =>
    receipt(
      'RicevutaConsegna',
      PRIVATE,
      `${of(file)}<DataOraConsegna>2026-11-22T10:20:00.000+01:00</DataOraConsegna><Destinatario><Codice>M5UXCR1</Codice><Descrizione>Cliente</Descrizione></Destinatario>${END}`,
    ),
  NS: (file: Answered) =>
    receipt(
      'RicevutaScarto',
      PRIVATE,
      `${of(file)}<ListaErrori><Errore><Codice>00305</Codice><Descrizione>1.4.1.1.2 IdCodice &lt;non valido&gt;</Descrizione></Errore></ListaErrori>${END}`,
    ),
  /** As public bodies' invoices are answered. */
  publicNS: (file: Answered) =>
    receipt(
      'NotificaScarto',
      PUBLIC,
      `${of(file)}<ListaErrori><Errore><Codice>00311</Codice><Descrizione>CodiceDestinatario</Descrizione></Errore></ListaErrori>${END}`,
    ),
  MC: (file: Answered) => receipt('RicevutaImpossibilitaRecapito', PRIVATE, `${of(file)}${END}`),
  publicMC: (file: Answered) => receipt('NotificaMancataConsegna', PUBLIC, `${of(file)}${END}`),
  /** States no hash. */
  NE: ({ name }: Answered, outcome: 'EC01' | 'EC02') =>
    receipt(
      'NotificaEsito',
      PUBLIC,
      `<NomeFile>${name}</NomeFile><EsitoCommittente><IdentificativoSdI>111</IdentificativoSdI><Esito>${outcome}</Esito><Descrizione>Ordine non trovato</Descrizione></EsitoCommittente>${END}`,
    ),
  DT: ({ name }: Answered) =>
    receipt(
      'NotificaDecorrenzaTermini',
      PUBLIC,
      `<NomeFile>${name}</NomeFile><Descrizione>Termini decorsi</Descrizione>${END}`,
    ),
  AT: ({ name, sha256 }: Answered) =>
    receipt(
      'AttestazioneTrasmissioneFattura',
      PUBLIC,
      `<NomeFile>${name}</NomeFile><DataOraRicezione>2026-11-22T10:15:00.000+01:00</DataOraRicezione>${END}<HashFileOriginale>${Buffer.from(sha256, 'hex').toString('base64')}</HashFileOriginale>`,
    ),
};

/** Builds a life-cycle message of a French platform about a document. */
export function lifeCycle(number: string, status: '200' | '210' | '212' | '213' | '299'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossDomainAcknowledgementAndResponse xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossDomainAcknowledgementAndResponse:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
  <rsm:ExchangedDocument><ram:ID>CDV-${++made}</ram:ID><ram:IssueDateTime><udt:DateTimeString format="204">20261122101500</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
  <rsm:AcknowledgementDocument><ram:ReferenceReferencedDocument><ram:IssuerAssignedID>${number}</ram:IssuerAssignedID><ram:TypeCode>380</ram:TypeCode><ram:ProcessConditionCode>${status}</ram:ProcessConditionCode><ram:SpecifiedDocumentStatus><ram:ReasonCode>REJ_SEMAN</ram:ReasonCode><ram:Reason>TVA inconnue</ram:Reason></ram:SpecifiedDocumentStatus></ram:ReferenceReferencedDocument></rsm:AcknowledgementDocument>
</rsm:CrossDomainAcknowledgementAndResponse>`;
}

/** Wraps a file like a CAdES signature: CMS SignedData without signers. @param indefinite lengths as BER allows */
export function signedFile(content: string, { indefinite = false } = {}): Buffer {
  const node = (tag: number, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    if (indefinite && (tag & 0x20) !== 0) return Buffer.concat([Buffer.from([tag, 0x80]), body, Buffer.from([0, 0])]);
    const { length } = body;
    const size = length < 128 ? [length] : [0x83, length >> 16, (length >> 8) & 255, length & 255];
    return Buffer.concat([Buffer.from([tag, ...size]), body]);
  };
  const oid = (hex: string) => node(0x06, Buffer.from(hex, 'hex'));
  const bytes = Buffer.from(content, 'utf8');
  const octets = indefinite
    ? node(0x24, node(0x04, bytes.subarray(0, 100)), node(0x04, bytes.subarray(100)))
    : node(0x04, bytes);
  const encapsulated = node(0x30, oid('2a864886f70d010701'), node(0xa0, octets));
  const signedData = node(0x30, node(0x02, Buffer.from([1])), node(0x31), encapsulated, node(0x31));
  return node(0x30, oid('2a864886f70d010702'), node(0xa0, signedData));
}

function receipt(root: string, namespace: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<ns3:${root} xmlns:ns3="${namespace}" versione="1.0"><IdentificativoSdI>${111_000 + ++made}</IdentificativoSdI>${content}</ns3:${root}>`;
}
function of({ name, sha256 }: Answered) {
  return `<NomeFile>${name}</NomeFile><Hash>${sha256}</Hash><DataOraRicezione>2026-11-22T10:15:00.000+01:00</DataOraRicezione>`;
}
