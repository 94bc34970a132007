/** Random slips are written, and read back by the readers of `testing/`, which share no code with the writers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SlipKind } from '@bobina/contract/sales/bank.ts';
import { readPain } from '../../../testing/read-pain.ts';
import { readRiba } from '../../../testing/read-riba.ts';
import { table } from '../../../testing/table.ts';
import type { BankCompany, BankFile, BankParty, DueItem } from './bank-file.ts';
import { bankOf, bankText, creditorIdentifier, italianAccount, siaCode } from './bank-numbers.rules.ts';
import { ribaFile } from './riba.ts';
import { creditTransferFile, directDebitFile } from './sepa.ts';

const COMPANY: BankCompany = {
  business_name: 'Bobinificio Valdarno & Figli S.r.l. «unipersonale»',
  address: "Via dell'Industria, 12",
  zip_code: '52025',
  city: 'Montevarchi',
  province: 'AR',
  country_code: 'IT',
  tax_id: '00743110157',
  iban: 'IT60X0542811101000000123456',
  bank: 'Banca del Valdarno',
  sia: 'A1B2C',
  creditor_id: 'IT66ZZZA1B2C3D4E5F6G7H8',
};

/** The same numbers on every run: mulberry32. */
function dice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
type Dice = ReturnType<typeof dice>;
const NAMES = [
  'Ångström & Co',
  'Società  "Il Forno"',
  "L'Età d'Oro\u00a0S.p.A.",
  '株式会社',
  'Ünal/Šimić',
  'X'.repeat(200),
  '-',
];
function oneOf<T>(roll: Dice, values: readonly T[]): T {
  return values[roll(values.length)]!;
}
function digitsOf(roll: Dice, length: number) {
  return Array.from({ length }, () => roll(10)).join('');
}
function ibanOf(roll: Dice) {
  const account = `X${digitsOf(roll, 22)}`;
  const number = `${account}IT00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return `IT${String(98n - (BigInt(number) % 97n)).padStart(2, '0')}${account}`;
}
function partyOf(roll: Dice): BankParty {
  const hasCodes = roll(2) === 0;
  return {
    id: 1 + roll(1_000_000),
    business_name: oneOf(roll, NAMES),
    vat_number: `IT${digitsOf(roll, 11)}`,
    tax_code: null,
    address: `${oneOf(roll, NAMES)} ${roll(200)}`,
    zip_code: oneOf(roll, ['50121', '', '1234', ' 20100 ']),
    city: oneOf(roll, ['Firenze', "Sant'Agata de' Goti", 'Città di Castello e altri comuni vicini']),
    province: oneOf(roll, ['FI', '', 'Firenze']),
    country_code: 'IT',
    iban: ibanOf(roll),
    bank: oneOf(roll, [null, 'Banca Popolare dell’Etruria & del Lazio', 'B'.repeat(80)]),
    abi: hasCodes ? digitsOf(roll, 5) : null,
    cab: hasCodes ? digitsOf(roll, 5) : '',
    mandate_id: `M-${roll(1e9)}`,
    mandate_day: '2026-02-28',
  };
}
function fileOf(kind: SlipKind, roll: Dice): BankFile {
  const days = ['2026-12-31', '2027-02-28', '2028-02-29'].slice(0, 1 + roll(3));
  const items = Array.from({ length: 1 + roll(40) }, (): DueItem => {
    const day = oneOf(roll, days);
    const amount = oneOf(roll, ['0.01', `${roll(1e6)}.${digitsOf(roll, 2)}`, '99999999.99']);
    return {
      document_id: 1 + roll(1000),
      number: `FT-2026/${digitsOf(roll, 5)}`,
      document_date: '2026-11-05',
      instalment: 1,
      due_date: day,
      day,
      amount: Number(amount) === 0 ? '1.00' : amount,
      method: null,
      party: partyOf(roll),
    };
  });
  return {
    kind,
    company: COMPANY,
    reference: 'RIBA-7',
    created: new Date('2026-11-23T10:00:00Z'),
    today: '2026-11-23',
    items,
  };
}
function cents({ amount }: DueItem) {
  return BigInt(amount.replace('.', ''));
}
function inTurn(items: readonly DueItem[]) {
  return items.toSorted((a, b) => a.day.localeCompare(b.day));
}

describe('bank files', () => {
  test('200 random Ri.Ba. files are read back: one flow per due day, every receipt with its amount and banks', () => {
    const roll = dice(1);
    for (let round = 0; round < 200; round++) {
      const file = fileOf('riba', roll);
      const flows = readRiba(ribaFile(file));
      const days = [...new Set(file.items.map(({ day }) => day))].toSorted();
      assert.deepEqual(
        flows.map(({ sender, receiver, receipts }) => [sender, receiver, [...new Set(receipts.map(({ due }) => due))]]),
        days.map((day) => ['A1B2C', '05428', [day]]),
      );
      assert.deepEqual(
        flows.flatMap(({ receipts }) =>
          receipts.map((one) => [
            one.due,
            one.cents,
            one.abi,
            one.cab,
            one.customer_code,
            one.tax_code,
            one.own_cab,
            one.account,
          ]),
        ),
        inTurn(file.items).map((item) => {
          const { iban, abi, cab, id, vat_number } = item.party;
          const bank = abi ? [abi, cab] : [iban!.slice(5, 10), iban!.slice(10, 15)];
          return [item.day, cents(item), ...bank, String(id), vat_number.slice(2), '11101', '000000123456'];
        }),
      );
    }
  });

  test('200 random SEPA files of each kind are read back with every account, mandate and amount', () => {
    const roll = dice(2);
    for (let round = 0; round < 200; round++)
      for (const kind of ['pain008', 'pain001'] as const) {
        const file = fileOf(kind, roll);
        const found = readPain(kind, kind === 'pain008' ? directDebitFile(file) : creditTransferFile(file));
        assert.deepEqual(
          found.map((one) => [
            one.day,
            one.cents,
            one.iban,
            one.own_iban,
            one.mandate_id,
            one.mandate_day,
            one.creditor_id,
          ]),
          inTurn(file.items).map((item) => {
            const { iban, mandate_id, mandate_day } = item.party;
            const agreed = kind === 'pain008' ? [mandate_id, mandate_day, COMPANY.creditor_id] : [null, null, null];
            return [item.day, cents(item), iban, COMPANY.iban, ...agreed];
          }),
        );
        assert.ok(found.every(({ purpose }) => /^FATTURA FT-2026\/\d{5} DEL 05\/11\/2026$/.test(purpose)));
      }
  });

  test('the readers refuse files with one wrong figure, character or element', () => {
    const file = fileOf('riba', dice(3));
    const riba = ribaFile(file);
    const lines = riba.split('\r\n');
    const changed = (at: number, from: number, text: string) =>
      lines.with(at, lines[at]!.slice(0, from - 1) + text + lines[at]!.slice(from - 1 + text.length)).join('\r\n');
    const last = lines.length - 2;
    for (const wrong of [
      changed(1, 46, lines[1]![45] === '9' ? '8' : '9'),
      changed(1, 23, '320127'),
      changed(last, 46, '9999999'),
      changed(last, 83, '0000001'),
      changed(2, 4, '0000009'),
      changed(3, 12, 'è'),
      changed(0, 114, 'I'),
      lines.toSpliced(3, 1).join('\r\n'),
      riba.slice(0, -1),
      riba.replaceAll('\r\n', '\n'),
    ])
      assert.throws(() => readRiba(wrong));
    const sepa = directDebitFile(file);
    for (const [from, to] of [
      [/<CtrlSum>\d+/, '<CtrlSum>1'],
      [/<NbOfTxs>\d+/, '<NbOfTxs>999'],
      [/ Ccy="EUR"/, ' Ccy="USD"'],
      [/(<DtOfSgntr>)[\d-]+/, '$12026-02-30'],
      [/<IBAN>IT(\d\d)/, '<IBAN>IT00'],
      [/<Nm>[^<]/, '<Nm>è'],
      [/<ChrgBr>SLEV<\/ChrgBr>/, ''],
      [/<SeqTp>RCUR<\/SeqTp>/, '<SeqTp>RCUR</SeqTp><SeqTp>RCUR</SeqTp>'],
      [/pain\.008\.001\.08/, 'pain.008.001.02'],
    ] as const) {
      const wrong = sepa.replace(from, to);
      assert.notEqual(wrong, sepa, String(from));
      assert.throws(() => readPain('pain008', wrong), String(from));
    }
    assert.throws(() => readPain('pain001', sepa));
  });
});

table('the bank, branch and account of an IBAN', italianAccount, [
  ['IT60X0542811101000000123456', { abi: '05428', cab: '11101', account: '000000123456' }],
  ['it60 x054 2811 1010 0000 0123 456', { abi: '05428', cab: '11101', account: '000000123456' }],
  ['IT61X0542811101000000123456', null],
  ['FR1420041010050500013M02606', null],
  [null, null],
]);
table('the bank of a customer', bankOf, [
  [
    { abi: '03069', cab: ' 09606 ', iban: null },
    { abi: '03069', cab: '09606' },
  ],
  [
    { abi: null, cab: null, iban: 'IT60X0542811101000000123456' },
    { abi: '05428', cab: '11101', account: '000000123456' },
  ],
  [{ abi: '3069', cab: '09606', iban: 'IT60X0542811101000000123456' }, null],
  [{ abi: null, cab: null, iban: null }, null],
]);
table('a creditor identifier', creditorIdentifier, [
  ['IT66ZZZA1B2C3D4E5F6G7H8', 'IT66ZZZA1B2C3D4E5F6G7H8'],
  ['DE98 ZZZ 09999999999', 'DE98ZZZ09999999999'],
  ['IT67ZZZA1B2C3D4E5F6G7H8', null],
  [null, null],
]);
table('a SIA code', siaCode, [
  ['a1b2c', 'A1B2C'],
  ['1234', null],
  [null, null],
]);
table('a text for banks', (text: string) => bankText(text, 20), [
  ['Società & Figli «x»', 'Societa + Figli x'],
  ['a\u0301_b*c', 'a b c'],
  ['x'.repeat(30), 'x'.repeat(20)],
]);
