/**
 * Recognises receipts by their content: those of the Sistema di Interscambio (MessaggiTypes 1.1 for public bodies,
 * `fattura/messaggi/v1.0` for all others), and the life-cycle messages of French platforms (CDAR, XP Z12-012).
 */
import type { TransmissionEvent } from '@bobina/contract/sales/statuses.ts';
import type { RECEIPT_KINDS } from '@bobina/contract/sales/transmissions.ts';
import { openSigned } from '../../../platform/incoming-files/open-file.ts';
import {
  elementsAt,
  readXml,
  textAt,
  UnreadableFile,
  type XmlElement,
} from '../../../platform/incoming-files/read-xml.ts';

export interface Receipt {
  kind: (typeof RECEIPT_KINDS)[number];
  event: TransmissionEvent;
  /** The name of the file that it answers. */
  file_name: string | null;
  /** SHA-256 of that file in hexadecimal. */
  file_hash: string | null;
  /** The number of the document, if it names no file. */
  document_number: string | null;
  stated_at: string | null;
  /** Reasons of a rejection or refusal. */
  message: string | null;
}

const KINDS: Record<string, Pick<Receipt, 'kind' | 'event'>> = {
  RicevutaConsegna: { kind: 'RC', event: 'delivered' },
  NotificaScarto: { kind: 'NS', event: 'rejected' },
  RicevutaScarto: { kind: 'NS', event: 'rejected' },
  NotificaMancataConsegna: { kind: 'MC', event: 'undeliverable' },
  RicevutaImpossibilitaRecapito: { kind: 'MC', event: 'undeliverable' },
  NotificaDecorrenzaTermini: { kind: 'DT', event: 'expired' },
  AttestazioneTrasmissioneFattura: { kind: 'AT', event: 'attested' },
};
/** Answer of a public body: EC01 accepts, EC02 refuses. */
const OUTCOMES: Record<string, TransmissionEvent> = { EC01: 'accepted', EC02: 'refused' };
/** Deposited, refused, paid (which implies that it was accepted), rejected. */
const FRENCH: Record<string, TransmissionEvent> = {
  '200': 'handed_over',
  '210': 'refused',
  '212': 'accepted',
  '213': 'rejected',
};
const LONGEST_MESSAGE = 2000;

/** Reads a receipt, signed or not. @throws UnreadableFile for anything else */
export function readReceipt(bytes: Uint8Array): Receipt {
  const root = readXml(openSigned(bytes));
  if (root.name === 'CrossDomainAcknowledgementAndResponse') return readLifeCycle(root);
  const known = root.name === 'NotificaEsito' ? outcomeOf(root) : KINDS[root.name];
  if (!known) throw new UnreadableFile(`unknown receipt ${root.name}`);
  const file_name = textAt(root, 'NomeFile');
  if (file_name === null) throw new UnreadableFile('receipt without a file name');
  return {
    ...known,
    file_name,
    file_hash: hashOf(textAt(root, 'Hash') ?? textAt(root, 'HashFileOriginale')),
    document_number: null,
    stated_at:
      textAt(root, 'DataOraConsegna') ?? textAt(root, 'DataMessaADisposizione') ?? textAt(root, 'DataOraRicezione'),
    message: messageOf(root),
  };
}

function outcomeOf(root: XmlElement): Pick<Receipt, 'kind' | 'event'> {
  const event = OUTCOMES[textAt(root, 'EsitoCommittente', 'Esito') ?? ''];
  if (!event) throw new UnreadableFile('unknown outcome');
  return { kind: 'NE', event };
}

function messageOf(root: XmlElement): string | null {
  const errors = elementsAt(root, 'ListaErrori', 'Errore').map((error) =>
    [textAt(error, 'Codice'), textAt(error, 'Descrizione')].filter(Boolean).join(' '),
  );
  return joined([
    ...errors,
    textAt(root, 'EsitoCommittente', 'Descrizione'),
    textAt(root, 'Descrizione'),
    textAt(root, 'Note'),
  ]);
}

/** A life-cycle message names the document by its number. A message about several documents is refused. */
function readLifeCycle(root: XmlElement): Receipt {
  const documents = elementsAt(root, 'AcknowledgementDocument');
  const references = elementsAt(root, 'AcknowledgementDocument', 'ReferenceReferencedDocument');
  const [reference, ...more] = references;
  if (!reference || more.length > 0) throw new UnreadableFile('not one document');
  const event = FRENCH[textAt(reference, 'ProcessConditionCode') ?? textAt(documents[0]!, 'StatusCode') ?? ''];
  const document_number = textAt(reference, 'IssuerAssignedID');
  if (!event || document_number === null) throw new UnreadableFile('unknown status');
  return {
    kind: 'CDV',
    event,
    file_name: null,
    file_hash: null,
    document_number,
    stated_at: textAt(root, 'ExchangedDocument', 'IssueDateTime', 'DateTimeString'),
    message: joined([
      ...elementsAt(reference, 'SpecifiedDocumentStatus').flatMap((status) => [
        textAt(status, 'ReasonCode'),
        textAt(status, 'Reason'),
      ]),
      textAt(documents[0]!, 'StatusReason'),
    ]),
  };
}

/** SHA-256 in hexadecimal, which receipts state in hexadecimal or base64. */
function hashOf(text: string | null): string | null {
  if (text === null) return null;
  const hash = /^[\da-f]{64}$/i.test(text) ? text : Buffer.from(text, 'base64').toString('hex');
  return hash.length === 64 ? hash.toLowerCase() : null;
}

function joined(parts: (string | null)[]): string | null {
  const text = parts.filter(Boolean).join(' · ').slice(0, LONGEST_MESSAGE);
  return text === '' ? null : text;
}
