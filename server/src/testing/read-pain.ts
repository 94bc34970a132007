/**
 * Reads SEPA direct debits (pain.008.001.08) and credit transfers (pain.001.001.09) with an XML parser, and checks the
 * order and number of elements, the characters, counts and control sums, and bank numbers. It shares no code with the
 * writer.
 */
import { XMLParser } from 'fast-xml-parser';

interface Node {
  name: string;
  attributes: Record<string, string>;
  children: Node[];
  text: string;
}
/** The elements that may follow each other below an element: `?` none or one, `+` one or more, otherwise exactly one. */
type Model = { [name: string]: Model | RegExp };

const ID = /^(?!\/)(?!.*\/\/)[A-Za-z0-9/\-?:().,'+ ]{1,35}$/;
const NAME = /^[A-Za-z0-9/\-?:().,'+ ]{1,70}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const SUM = /^\d{1,15}\.\d{2}$/;
const COUNT = /^[1-9]\d{0,14}$/;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const ADDRESS: Model = {
  'StrtNm?': /^[A-Za-z0-9/\-?:().,'+ ]{1,70}$/,
  'PstCd?': /^[A-Za-z0-9/\-?:().,'+ ]{1,16}$/,
  TwnNm: /^[A-Za-z0-9/\-?:().,'+ ]{1,35}$/,
  Ctry: /^[A-Z]{2}$/,
};
const PARTY: Model = { Nm: NAME, 'PstlAdr?': ADDRESS };
const ACCOUNT: Model = { Id: { IBAN } };
const AGENT: Model = { FinInstnId: { Othr: { Id: /^NOTPROVIDED$/ } } };
const HEADER: Model = {
  MsgId: ID,
  CreDtTm: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/,
  NbOfTxs: COUNT,
  CtrlSum: SUM,
  InitgPty: { Nm: NAME },
};
const START: Model = { PmtInfId: ID, PmtMtd: /^(DD|TRF)$/, BtchBookg: /^true$/, NbOfTxs: COUNT, CtrlSum: SUM };
const PURPOSE: Model = { Ustrd: /^[A-Za-z0-9/\-?:().,'+ ]{1,140}$/ };

const PAIN008: Model = {
  CstmrDrctDbtInitn: {
    GrpHdr: HEADER,
    'PmtInf+': {
      ...START,
      PmtTpInf: { SvcLvl: { Cd: /^SEPA$/ }, LclInstrm: { Cd: /^CORE$/ }, SeqTp: /^RCUR$/ },
      ReqdColltnDt: DAY,
      Cdtr: PARTY,
      CdtrAcct: ACCOUNT,
      CdtrAgt: AGENT,
      ChrgBr: /^SLEV$/,
      CdtrSchmeId: { Id: { PrvtId: { Othr: { Id: /^[A-Z]{2}\d{2}[A-Z0-9]{4,31}$/, SchmeNm: { Prtry: /^SEPA$/ } } } } },
      'DrctDbtTxInf+': {
        PmtId: { EndToEndId: ID },
        InstdAmt: SUM,
        DrctDbtTx: { MndtRltdInf: { MndtId: ID, DtOfSgntr: DAY } },
        DbtrAgt: AGENT,
        Dbtr: PARTY,
        DbtrAcct: ACCOUNT,
        RmtInf: PURPOSE,
      },
    },
  },
};
const PAIN001: Model = {
  CstmrCdtTrfInitn: {
    GrpHdr: HEADER,
    'PmtInf+': {
      ...START,
      PmtTpInf: { SvcLvl: { Cd: /^SEPA$/ } },
      ReqdExctnDt: { Dt: DAY },
      Dbtr: PARTY,
      DbtrAcct: ACCOUNT,
      DbtrAgt: AGENT,
      ChrgBr: /^SLEV$/,
      'CdtTrfTxInf+': {
        PmtId: { EndToEndId: ID },
        Amt: { InstdAmt: SUM },
        Cdtr: PARTY,
        CdtrAcct: ACCOUNT,
        RmtInf: PURPOSE,
      },
    },
  },
};
const KINDS = {
  pain008: {
    version: 'pain.008.001.08',
    model: PAIN008,
    entry: 'DrctDbtTxInf',
    day: ['ReqdColltnDt'],
    other: 'Dbtr',
    own: 'Cdtr',
  },
  pain001: {
    version: 'pain.001.001.09',
    model: PAIN001,
    entry: 'CdtTrfTxInf',
    day: ['ReqdExctnDt', 'Dt'],
    other: 'Cdtr',
    own: 'Dbtr',
  },
};

export interface ReadTransaction {
  day: string;
  /** Cents. */
  cents: bigint;
  name: string;
  iban: string;
  own_iban: string;
  purpose: string;
  mandate_id: string | null;
  mandate_day: string | null;
  creditor_id: string | null;
}

/** Reads a file. @throws with the path of the fault */
export function readPain(kind: keyof typeof KINDS, text: string): ReadTransaction[] {
  if (!text.startsWith('<?xml version="1.0" encoding="UTF-8"?>')) throw new Error('no declaration of UTF-8');
  const { version, model, entry, day, other, own } = KINDS[kind];
  const document = parse(text);
  if (document.name !== 'Document' || document.attributes['xmlns'] !== `urn:iso:std:iso:20022:tech:xsd:${version}`)
    throw new Error(`not a ${version}`);
  check(document, model, '');
  const [message] = document.children as [Node];
  const payments = all(message, 'PmtInf');
  const found = payments.flatMap((payment) => all(payment, entry).map((one) => ({ payment, one })));
  agree(
    all(message, 'GrpHdr')[0]!,
    found.map(({ one }) => one),
    'GrpHdr',
  );
  for (const payment of payments) agree(payment, all(payment, entry), 'PmtInf');
  unique(
    payments.map((payment) => textOf(payment, 'PmtInfId')),
    'PmtInfId',
  );
  unique(
    found.map(({ one }) => textOf(one, 'PmtId', 'EndToEndId')),
    'EndToEndId',
  );
  return found.map(({ payment, one }) => {
    const transaction = {
      day: textOf(payment, ...day),
      cents: centsOf(one),
      name: textOf(one, other, 'Nm'),
      iban: textOf(one, `${other}Acct`, 'Id', 'IBAN'),
      own_iban: textOf(payment, `${own}Acct`, 'Id', 'IBAN'),
      purpose: textOf(one, 'RmtInf', 'Ustrd'),
      mandate_id: kind === 'pain008' ? textOf(one, 'DrctDbtTx', 'MndtRltdInf', 'MndtId') : null,
      mandate_day: kind === 'pain008' ? textOf(one, 'DrctDbtTx', 'MndtRltdInf', 'DtOfSgntr') : null,
      creditor_id: kind === 'pain008' ? textOf(payment, 'CdtrSchmeId', 'Id', 'PrvtId', 'Othr', 'Id') : null,
    };
    for (const iban of [transaction.iban, transaction.own_iban])
      if (remainder(iban.slice(4) + iban.slice(0, 4)) !== 1n) throw new Error(`check digits of ${iban}`);
    const { creditor_id } = transaction;
    if (creditor_id !== null && remainder(creditor_id.slice(7) + creditor_id.slice(0, 4)) !== 1n)
      throw new Error(`check digits of ${creditor_id}`);
    if (transaction.cents <= 0n) throw new Error('an amount of 0');
    return transaction;
  });
}

function parse(text: string): Node {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    ignoreDeclaration: true,
  });
  const roots = (parser.parse(text, true) as object[]).map(nodeOf);
  if (roots.length !== 1) throw new Error('not one root element');
  return roots[0]!;
}
function nodeOf(parsed: object): Node {
  const { ':@': attributes = {}, ...rest } = parsed as Record<string, unknown>;
  const [name, inner] = Object.entries(rest)[0] as [string, object[]];
  const texts = inner.filter((child) => '#text' in child) as { '#text': string }[];
  return {
    name,
    attributes: attributes as Record<string, string>,
    children: inner.filter((child) => !('#text' in child)).map(nodeOf),
    text: texts.map((child) => child['#text']).join(''),
  };
}

/** Checks an element against its model: the names of its children in their order, and the texts of the leaves. */
function check(node: Node, model: Model, path: string): void {
  let at = 0;
  for (const [key, part] of Object.entries(model)) {
    const name = key.replace(/[?+]$/, '');
    const begin = at;
    while (node.children[at]?.name === name) {
      const child = node.children[at++]!;
      const where = `${path}/${name}`;
      if (part instanceof RegExp) {
        if (child.children.length > 0 || !part.test(child.text)) throw new Error(`${where} is "${child.text}"`);
        if (name === 'InstdAmt' && child.attributes['Ccy'] !== 'EUR') throw new Error(`${where} is not in EUR`);
        if (part === DAY && new Date(`${child.text}T00:00:00Z`).toISOString().slice(0, 10) !== child.text)
          throw new Error(`${where} is no day`);
      } else check(child, part, where);
    }
    const count = at - begin;
    if (count === 0 ? !key.endsWith('?') : count > 1 && !key.endsWith('+'))
      throw new Error(`${path}/${name} occurs ${count} times`);
  }
  if (at < node.children.length) throw new Error(`${path}/${node.children[at]!.name} is not expected here`);
}

function all(node: Node, name: string): Node[] {
  return node.children.filter((child) => child.name === name);
}
function textOf(node: Node, ...path: string[]): string {
  return path.reduce((here, name) => all(here, name)[0]!, node).text;
}
function centsOf(one: Node): bigint {
  const [amount] = [...all(one, 'InstdAmt'), ...all(one, 'Amt').flatMap((inner) => all(inner, 'InstdAmt'))];
  return BigInt(amount!.text.replace('.', ''));
}
/** Compares the count and the control sum with the transactions. */
function agree(node: Node, entries: readonly Node[], what: string): void {
  if (textOf(node, 'NbOfTxs') !== String(entries.length)) throw new Error(`${what}: NbOfTxs`);
  const sum = entries.reduce((total, one) => total + centsOf(one), 0n);
  if (BigInt(textOf(node, 'CtrlSum').replace('.', '')) !== sum) throw new Error(`${what}: CtrlSum`);
}
function unique(texts: readonly string[], what: string): void {
  if (new Set(texts).size !== texts.length) throw new Error(`${what} repeats`);
}
function remainder(text: string): bigint {
  return BigInt(text.replace(/[A-Z]/g, (letter) => String(parseInt(letter, 36)))) % 97n;
}
