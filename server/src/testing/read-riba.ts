/**
 * Reads Ri.Ba. files by the columns of the CBI format and checks all that the bank checks. It shares no code with the
 * writer.
 */

type Column = readonly [name: string, from: number, to: number, kind: 'text' | 'digits' | 'blank' | `=${string}`];

/** Columns count from 1, and cover each record without a gap. */
const COLUMNS: Record<string, readonly Column[]> = {
  IB: [
    ['filler', 1, 1, 'blank'],
    ['type', 2, 3, '=IB'],
    ['sender', 4, 8, 'text'],
    ['receiver', 9, 13, 'digits'],
    ['created', 14, 19, 'digits'],
    ['support', 20, 39, 'text'],
    ['free', 40, 113, 'blank'],
    ['currency', 114, 114, '=E'],
    ['end', 115, 120, 'blank'],
  ],
  '14': [
    ['filler', 1, 1, 'blank'],
    ['type', 2, 3, '=14'],
    ['count', 4, 10, 'digits'],
    ['free', 11, 22, 'blank'],
    ['due', 23, 28, 'digits'],
    ['reason', 29, 33, '=30000'],
    ['amount', 34, 46, 'digits'],
    ['sign', 47, 47, '=-'],
    ['own_abi', 48, 52, 'digits'],
    ['own_cab', 53, 57, 'digits'],
    ['account', 58, 69, 'text'],
    ['abi', 70, 74, 'digits'],
    ['cab', 75, 79, 'digits'],
    ['free2', 80, 91, 'blank'],
    ['company', 92, 96, 'text'],
    ['code_kind', 97, 97, '=4'],
    ['customer_code', 98, 113, 'text'],
    ['free3', 114, 119, 'blank'],
    ['currency', 120, 120, '=E'],
  ],
  '20': [
    ['filler', 1, 1, 'blank'],
    ['type', 2, 3, '=20'],
    ['count', 4, 10, 'digits'],
    ['creditor', 11, 34, 'text'],
    ['creditor2', 35, 58, 'text'],
    ['creditor3', 59, 82, 'text'],
    ['creditor4', 83, 106, 'text'],
    ['free', 107, 120, 'blank'],
  ],
  '30': [
    ['filler', 1, 1, 'blank'],
    ['type', 2, 3, '=30'],
    ['count', 4, 10, 'digits'],
    ['debtor', 11, 70, 'text'],
    ['tax_code', 71, 86, 'text'],
    ['free', 87, 120, 'blank'],
  ],
  '40': [
    ['filler', 1, 1, 'blank'],
    ['type', 2, 3, '=40'],
    ['count', 4, 10, 'digits'],
    ['address', 11, 40, 'text'],
    ['zip', 41, 45, 'digits'],
    ['town', 46, 70, 'text'],
    ['bank', 71, 120, 'text'],
  ],
  '50': [
    ['filler', 1, 1, 'blank'],
    ['type', 2, 3, '=50'],
    ['count', 4, 10, 'digits'],
    ['purpose', 11, 90, 'text'],
    ['free', 91, 100, 'blank'],
    ['creditor_tax_code', 101, 116, 'text'],
    ['free2', 117, 120, 'blank'],
  ],
  '51': [
    ['filler', 1, 1, 'blank'],
    ['type', 2, 3, '=51'],
    ['count', 4, 10, 'digits'],
    ['receipt', 11, 20, 'digits'],
    ['creditor', 21, 40, 'text'],
    ['free', 41, 120, 'blank'],
  ],
  '70': [
    ['filler', 1, 1, 'blank'],
    ['type', 2, 3, '=70'],
    ['count', 4, 10, 'digits'],
    ['free', 11, 120, 'blank'],
  ],
  EF: [
    ['filler', 1, 1, 'blank'],
    ['type', 2, 3, '=EF'],
    ['sender', 4, 8, 'text'],
    ['receiver', 9, 13, 'digits'],
    ['created', 14, 19, 'digits'],
    ['support', 20, 39, 'text'],
    ['free', 40, 45, 'blank'],
    ['receipts', 46, 52, 'digits'],
    ['negative', 53, 67, 'digits'],
    ['positive', 68, 82, 'digits'],
    ['records', 83, 89, 'digits'],
    ['free2', 90, 113, 'blank'],
    ['currency', 114, 114, '=E'],
    ['end', 115, 120, 'blank'],
  ],
};
const RECEIPT = ['14', '20', '30', '40', '50', '51', '70'];

export interface ReadReceipt {
  /** `YYYY-MM-DD`. */
  due: string;
  /** Cents. */
  cents: bigint;
  own_abi: string;
  own_cab: string;
  account: string;
  abi: string;
  cab: string;
  customer_code: string;
  debtor: string;
  tax_code: string;
  address: string;
  zip: string;
  town: string;
  bank: string;
  purpose: string;
}
export interface ReadFlow {
  sender: string;
  receiver: string;
  support: string;
  receipts: ReadReceipt[];
}

/** Reads a file of one or more flows. @throws with the number of the record that is wrong */
export function readRiba(text: string): ReadFlow[] {
  if (!/^[\u0020-\u007e\r\n]*$/.test(text)) throw new Error('characters outside ASCII');
  if (!text.endsWith('\r\n')) throw new Error('the last record has no end');
  const lines = text.slice(0, -2).split('\r\n');
  const flows: ReadFlow[] = [];
  let at = 0;
  while (at < lines.length) {
    const begin = at;
    const head = fieldsOf(lines[at], 'IB', ++at);
    const receipts: ReadReceipt[] = [];
    while (lines[at]?.slice(1, 3) === '14') {
      const found: Record<string, string> = {};
      for (const type of RECEIPT) {
        const { count, ...fields } = fieldsOf(lines[at], type, ++at);
        same(Number(count), receipts.length + 1, `record ${at}: its receipt`);
        Object.assign(found, fields);
      }
      receipts.push(receiptOf(found));
    }
    const tail = fieldsOf(lines[at], 'EF', ++at);
    for (const name of ['sender', 'receiver', 'created', 'support']) same(tail[name], head[name], `EF: ${name}`);
    same(Number(tail['receipts']), receipts.length, 'EF: receipts');
    same(
      BigInt(tail['negative']!),
      receipts.reduce((sum, { cents }) => sum + cents, 0n),
      'EF: total',
    );
    same(BigInt(tail['positive']!), 0n, 'EF: positive total');
    same(Number(tail['records']), at - begin, 'EF: records');
    if (receipts.length === 0) throw new Error('a flow without receipts');
    dayOf(head['created']!);
    const { sender, receiver, support } = head as Record<string, string>;
    flows.push({ sender: sender!, receiver: receiver!, support: support!, receipts });
  }
  same(new Set(flows.map(({ support }) => support)).size, flows.length, 'names of the flows');
  return flows;
}

function fieldsOf(line: string | undefined, type: string, number: number): Record<string, string> {
  if (line?.length !== 120) throw new Error(`record ${number}: ${line?.length} characters`);
  let next = 1;
  const fields: Record<string, string> = {};
  for (const [name, from, to, kind] of COLUMNS[type]!) {
    same(from, next, `the columns of ${type}`);
    next = to + 1;
    const value = line.slice(from - 1, to);
    const fits =
      kind === 'blank'
        ? value.trim() === ''
        : kind === 'digits'
          ? /^\d+$/.test(value)
          : kind === 'text' || value === kind.slice(1);
    if (!fits) throw new Error(`record ${number} (${type}): ${name} is "${value}"`);
    if (value !== value.toUpperCase()) throw new Error(`record ${number} (${type}): ${name} has lower case`);
    if (kind !== 'blank') fields[name] = value.trim();
  }
  same(next, 121, `the columns of ${type}`);
  return fields;
}

function receiptOf(fields: Record<string, string>): ReadReceipt {
  const { due, amount, ...rest } = fields;
  if (BigInt(amount!) <= 0n) throw new Error('a receipt of 0');
  for (const name of ['debtor', 'tax_code', 'address', 'town', 'purpose', 'creditor', 'creditor_tax_code', 'account'])
    if (!rest[name]) throw new Error(`a receipt without ${name}`);
  return { ...(rest as unknown as ReadReceipt), due: dayOf(due!), cents: BigInt(amount!) };
}

/** @param short `DDMMYY` */
function dayOf(short: string): string {
  const day = `20${short.slice(4)}-${short.slice(2, 4)}-${short.slice(0, 2)}`;
  if (new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day) throw new Error(`no day: ${short}`);
  return day;
}

function same(found: unknown, expected: unknown, what: string) {
  if (found !== expected) throw new Error(`${what}: ${String(found)} instead of ${String(expected)}`);
}
