import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { cellDay, cellNumber, cellText, dayOfSerial, SINCE_1904 } from '../src/ui/spreadsheet/cells.rules.ts';
import { FIELDS, findColumns, HEADERS, suggestColumns } from '../src/areas/orders/import/columns.rules.ts';
import { countOrders, findingsOf, packRows } from '../src/areas/orders/import/parcels.rules.ts';
import { readSheet, type ReadRow, type SheetReading } from '../src/areas/orders/import/rows.rules.ts';
import { matchHeaders, type ImportColumn } from '../src/ui/import/import-columns.ts';
import { inspectFile, MOST_FILE_BYTES, MOST_UNPACKED_BYTES } from '../src/ui/spreadsheet/workbook-file.rules.ts';

type Value = string | number | boolean | Date | null;
function cell(value: Value, shown?: string) {
  return { value, shown };
}
const all = Object.values(HEADERS);
const TODAY = '2026-11-22';

test('the headers of a register are found by label, field or a usual short form, each field once', () => {
  const column = (name: string, label: string): ImportColumn => ({
    name,
    label,
    kind: { kind: 'text', options: [], hasDefault: false, isRequired: false },
    options: [],
  });
  const columns = [
    column('business_name', 'Ragione sociale'),
    column('vat_number', 'Partita IVA'),
    column('zip_code', 'CAP'),
    column('phone', 'Telefono'),
  ];
  const headers = ['Nome', 'P.IVA', 'Tel.', 'C A P', 'RAGIONE SOCIALE *', 'Fido', ''];
  expect(matchHeaders('customers', headers, columns)).toEqual([
    null,
    'vat_number',
    'phone',
    'zip_code',
    'business_name',
    null,
    null,
  ]);
  expect(matchHeaders('customers', ['Nome', 'Part. IVA', 'vat_number'], columns)).toEqual([
    'business_name',
    null,
    'vat_number',
  ]);
});

describe('the headers', () => {
  test.each([
    ['as they are', all],
    ['in capitals', all.map((text) => text.toUpperCase())],
    ['inside other words', all.map((text) => `* ${text} (obbligatorio)`)],
    ['with broken lines and doubled spaces', all.map((text) => text.replaceAll(' ', ' \n'))],
    ["without accent, as in QUANTITA'", all.map((text) => text.replace('quantità', "QUANTITA'"))],
    ['decomposed', all.map((text) => text.normalize('NFD'))],
  ])('are found %s', (_, headers) => {
    expect(findColumns(headers)).toEqual({
      at: Object.fromEntries(FIELDS.map((field, at) => [field, at])),
      missing: [],
    });
  });
  test.each(['N. ordine cliente', 'N° Ordine Cliente', 'Nr ordine cliente', 'NUM. ORDINE CLIENTE'])(
    'the number is also found as %s',
    (header) => {
      expect(findColumns([...all.slice(1), header])).toMatchObject({ at: { numero_ordine_cliente: 5 }, missing: [] });
    },
  );
  test('are found in any order, the first that contains the name', () => {
    const { at } = findColumns(['Note', ...all.toReversed(), 'Data ordine interno']);
    expect([at.prezzo_unitario, at.numero_ordine_cliente, at.data_ordine]).toEqual([1, 6, 5]);
  });
  test('that equal the name win over those that only contain it', () => {
    const { at } = findColumns(['Quantità per scatola', 'Prezzo unitario listino', ...all]);
    expect([at.quantita, at.prezzo_unitario]).toEqual([
      2 + all.indexOf('quantità'),
      2 + all.indexOf('prezzo unitario'),
    ]);
  });
  test('that are missing are suggested by the last file, then by usual headers', () => {
    const headers = ['Vs. ordine', 'Data', 'ARTICOLO', 'Qtà', 'Consegna', 'Nostro codice', 'Prezzo unitario'];
    const { at } = findColumns(headers);
    const usual = [0, 1, 2, 3, 4, 6];
    expect(Object.values(suggestColumns(headers, at, {}))).toEqual(usual);
    const last = { codice_prodotto: 'nostro codice', prezzo_unitario: 'Data' };
    expect(Object.values(suggestColumns(headers, at, last))).toEqual([0, 1, 5, 3, 4, 6]);
    expect(suggestColumns(['Foglio'], findColumns(['Foglio']).at, {}).quantita).toBe(-1);
  });
  test('that are missing are named in their documented spelling', () => {
    expect(findColumns(['Numero ordine cliente', 'Data', 'Codice', 'Quantità']).missing).toEqual([
      'data ordine',
      'codice prodotto',
      'data consegna',
      'prezzo unitario',
    ]);
  });
});

describe('a day', () => {
  test.each<[string, Value, string]>([
    ['a date object', new Date(2026, 2, 15), '2026-03-15'],
    ['an invalid date object', new Date(Number.NaN), ''],
    ['a serial', 46_096, '2026-03-15'],
    ['a serial with a time', 46_096.75, '2026-03-15'],
    ['the first serial', 1, '1900-01-01'],
    ['the day before the phantom 29 February 1900', 59, '1900-02-28'],
    ['the phantom 29 February 1900', 60, ''],
    ['the day after it', 61, '1900-03-01'],
    ['the last serial', 2_958_465, '9999-12-31'],
    ['beyond it', 2_958_466, ''],
    ['zero', 0, ''],
    ['dd/mm/yyyy', '15/03/2026', '2026-03-15'],
    ['d/m/yyyy', '5/3/2026', '2026-03-05'],
    ['dd/mm/yyyy, never mm/dd/yyyy', '03/04/2026', '2026-04-03'],
    ['dd/mm/yyyy with a time', '15/03/2026 10:30:00', '2026-03-15'],
    ['dd.mm.yyyy', '05.03.2026', '2026-03-05'],
    ['dd-mm-yyyy', '05-03-2026', '2026-03-05'],
    ['yyyy-mm-dd', '2026-03-15', '2026-03-15'],
    ['yyyy-mm-dd with a time in any zone', '2026-03-15T23:59:00Z', '2026-03-15'],
    ['yyyy/mm/dd', '2026/03/15', '2026-03-15'],
    ['another text', 'March 15, 2026', '2026-03-15'],
    ['another text, day first', '15 Mar 2026', '2026-03-15'],
    ['an Italian month in full', '12 dicembre 2026', '2026-12-12'],
    ['an Italian month that English shares', '12 novembre 2026', '2026-11-12'],
    ['a French month in full', '1er août 2027', '2027-08-01'],
    ['a short month', '12-dic-26', '2026-12-12'],
    ['a JavaScript date string', 'Sat Dec 12 2026 10:00:00 GMT+0100', '2026-12-12'],
    ['an email date header', 'Sat, 12 Dec 2026 10:00:00 GMT', '2026-12-12'],
    ['no year', '5/3', '2027-03-05'],
    ['a day that does not exist', '31/02/2026', ''],
    ['a day in words that does not exist', '31 febbraio 2026', ''],
    ['a month that does not exist', '03/15/2026', ''],
    ['an ISO day that does not exist', '2026-02-30', ''],
    ['a day that a browser would carry over', 'February 30, 2026', ''],
    ['a text that a browser takes for a day', 'lotto 5', ''],
    ['words', 'appena possibile', ''],
    ['nothing', null, ''],
    ['a truth', true, ''],
  ])('of %s', (_, value, day) => {
    expect(cellDay(cell(value), { today: TODAY })).toBe(day);
  });
  test('of the 1904 date system', () => {
    expect(cellDay(cell(44_634), { today: TODAY, later: SINCE_1904 })).toBe('2026-03-15');
  });
  test('serials are consecutive in 1900, which spreadsheets treat as a leap year', () => {
    for (let serial = 61; serial < 800; serial++)
      expect(Date.parse(dayOfSerial(serial + 1)) - Date.parse(dayOfSerial(serial))).toBe(86_400_000);
  });
});

describe('a number', () => {
  test.each<[Value, number | null, boolean]>([
    [2.5, 2.5, false],
    ['2,5', 2.5, false],
    ['2.5', 2.5, false],
    ['1.234,56', 1234.56, false],
    [' 12 ', 12, false],
    ['1,50 €', 1.5, false],
    ['EUR 3', 3, false],
    ['£3', 3, false],
    ['5 kg', 5, false],
    ['12€50', null, false],
    [0.1 + 0.2, 0.3, false],
    ['1.500', 1.5, true],
    ['1,500', 1.5, false],
    [-3, -3, false],
    ['-3', -3, false],
    ['gratis', null, false],
    ['', null, false],
    [null, null, false],
    [true, null, false],
  ])('of %j is %j', (value, number, isDoubtful) => {
    expect(cellNumber(cell(value))).toEqual({ value: number, isDoubtful });
  });
});

test.each<[Value, string | undefined, string]>([
  [' PO 7 ', undefined, 'PO 7'],
  [4_500_123_456, undefined, '4500123456'],
  [123, '00123', '00123'],
  [1234, '1,234', '1234'],
  [12.5, '12.50', '12.5'],
  [null, undefined, ''],
])('the text of %j, shown %j, is %j', (value, shown, text) => {
  expect(cellText(cell(value, shown))).toBe(text);
});

const GOOD: Value[] = ['PO-1', '15/03/2026', 'P-1', 10, '2026-04-01', 1.5];
function sheetOf(...rows: Value[][]) {
  return [all, ...rows].map((values, index) => ({ row: index + 1, cells: values.map((value) => cell(value)) }));
}
/** A valid row with one cell changed. */
function rowWith(field: (typeof FIELDS)[number], value: Value) {
  return GOOD.map((good, at) => (at === FIELDS.indexOf(field) ? value : good));
}
function rowsOf(reading: SheetReading): ReadRow[] {
  return 'rows' in reading ? reading.rows : [];
}

describe('a sheet', () => {
  test('requires a header row and a data row', () => {
    for (const sheet of [[], sheetOf(), sheetOf(['', null, '  ', null, '', ''])])
      expect(readSheet(sheet, { today: TODAY })).toEqual({ fault: 'tooShort' });
  });
  test('reports the missing columns', () => {
    const sheet = [
      { row: 1, cells: all.slice(0, 4).map((text) => cell(text)) },
      { row: 2, cells: GOOD.map((value) => cell(value)) },
    ];
    const reading = readSheet(sheet, { today: TODAY });
    expect(reading).toMatchObject({
      fault: 'missingColumns',
      columns: 'data consegna, prezzo unitario',
      headers: [...all.slice(0, 4), '', ''],
      examples: ['PO-1', '15/03/2026', 'P-1', '10', '2026-04-01', '1.5'],
    });
    const { at } = findColumns(all.slice(0, 4));
    const assigned = { ...at, data_consegna: 4 };
    expect(rowsOf(readSheet(sheet, { today: TODAY, assigned }))).toMatchObject([
      { state: 'noted', reasons: ['noPrice'], data_consegna: '2026-04-01', prezzo_unitario: null },
    ]);
  });
  test('becomes order rows with the row numbers of the spreadsheet', () => {
    const sheet = sheetOf(GOOD, ['', '', '', '', '', ''], rowWith('numero_ordine_cliente', 'PO-2'));
    const rows = rowsOf(readSheet(sheet, { today: TODAY }));
    expect(rows.map(({ row, numero_ordine_cliente }) => [row, numero_ordine_cliente])).toEqual([
      [2, 'PO-1'],
      [4, 'PO-2'],
    ]);
    expect(rows[0]).toEqual({
      row: 2,
      state: 'taken',
      reasons: [],
      numero_ordine_cliente: 'PO-1',
      data_ordine: '2026-03-15',
      codice_prodotto: 'P-1',
      quantita: 10,
      data_consegna: '2026-04-01',
      prezzo_unitario: 1.5,
      typed: {},
    });
  });
  test.each<[(typeof FIELDS)[number], Value, ReadRow['state'], string]>([
    ['numero_ordine_cliente', '  ', 'skipped', 'noNumber'],
    ['codice_prodotto', null, 'skipped', 'noProduct'],
    ['quantita', 0, 'skipped', 'noQuantity'],
    ['quantita', -1, 'skipped', 'noQuantity'],
    ['quantita', 'tante', 'skipped', 'noQuantity'],
    ['quantita', null, 'skipped', 'noQuantity'],
    ['quantita', 1.000001, 'refused', 'badQuantity'],
    ['quantita', '1.500', 'noted', 'doubtfulQuantity'],
    ['data_ordine', 'ieri', 'refused', 'noOrderDate'],
    ['data_consegna', '', 'refused', 'noDeliveryDate'],
    ['prezzo_unitario', -0.01, 'refused', 'badPrice'],
    ['prezzo_unitario', 'gratis', 'noted', 'zeroPrice'],
    ['prezzo_unitario', null, 'noted', 'noPrice'],
    ['prezzo_unitario', '2.250', 'noted', 'doubtfulPrice'],
    ['numero_ordine_cliente', 'x'.repeat(201), 'refused', 'badNumber'],
    ['codice_prodotto', 'a\u0000b', 'refused', 'badProduct'],
  ])('with %s %j: %s, %s', (field, value, state, reason) => {
    const [row] = rowsOf(readSheet(sheetOf(rowWith(field, value), GOOD), { today: TODAY }));
    expect([row!.state, row!.reasons]).toEqual([state, [reason]]);
  });
  test('keeps the typed text of cells that cannot be parsed', () => {
    const [row] = rowsOf(readSheet(sheetOf(['PO', 'ieri', 'P', '1.500', 'mai', 'gratis']), { today: TODAY }));
    expect(row!.typed).toEqual({
      quantita: '1.500',
      prezzo_unitario: 'gratis',
      data_ordine: 'ieri',
      data_consegna: 'mai',
    });
  });
  test('without a valid row has no valid data', () => {
    const reading = readSheet(sheetOf(rowWith('quantita', 0), rowWith('codice_prodotto', '')), { today: TODAY });
    expect(reading).toMatchObject({ fault: 'noRows', rows: [{ row: 2 }, { row: 3 }] });
  });
  test('is read up to 5,000 rows', () => {
    const many = (count: number) => sheetOf(...Array.from({ length: count }, () => GOOD));
    expect(rowsOf(readSheet(many(5000), { today: TODAY }))).toHaveLength(5000);
    expect(readSheet(many(5001), { today: TODAY })).toEqual({ fault: 'tooManyRows', most: 5000 });
  });
  test('reports its progress', () => {
    const progress: number[] = [];
    readSheet(sheetOf(GOOD, GOOD), { today: TODAY }, (done, total) => progress.push(done / total));
    expect(progress).toEqual([0.5, 1]);
  });
});

describe('the request', () => {
  const rows = rowsOf(
    readSheet(
      sheetOf(
        rowWith('numero_ordine_cliente', 'A'),
        rowWith('numero_ordine_cliente', 'B'),
        rowWith('quantita', 0),
        rowWith('numero_ordine_cliente', 'a'),
        rowWith('numero_ordine_cliente', 'C'),
      ),
      { today: TODAY },
    ),
  );
  test('contains whole orders, without the excluded rows', () => {
    const parcels = packRows(rows, 2);
    expect(parcels.map((parcel) => parcel.rows)).toEqual([
      [2, 5],
      [3, 6],
    ]);
    expect(parcels[0]!.orders[0]).toEqual({
      numero_ordine_cliente: 'A',
      data_ordine: '2026-03-15',
      codice_prodotto: 'P-1',
      quantita: 10,
      data_consegna: '2026-04-01',
      prezzo_unitario: 1.5,
    });
    expect(countOrders(rows)).toBe(3);
  });
  test('does not split an order with more rows than one batch', () => {
    expect(packRows(rows, 1).map((parcel) => parcel.rows)).toEqual([[2, 5], [3], [6]]);
  });
  test('maps back to the row of the spreadsheet', () => {
    const result = {
      success: 1,
      warnings: [{ code: 'import_order_exists', orderNumber: 'C', message: 'esiste' }],
      errors: [
        {
          type: 'missing_products',
          message: 'mancano',
          orderNumber: 'A',
          row: null,
          error: null,
          products: ['X'],
          items: [],
        },
        {
          type: 'invalid_rows',
          message: 'righe',
          orderNumber: 'B',
          row: 2,
          error: 'prezzo',
          products: [],
          items: [{ row: 2, error: 'prezzo' }],
        },
        { type: 'invalid_rows', message: 'numero', orderNumber: null, row: 1, error: 'testo', products: [], items: [] },
      ],
    } as const;
    expect(
      findingsOf(structuredClone(result) as never, { orders: [], rows: [3, 6] }).map((one) => [
        one.kind,
        one.order,
        one.row,
        one.message,
        one.products.join(),
      ]),
    ).toEqual([
      ['missing_products', 'A', null, 'mancano', 'X'],
      ['invalid_rows', 'B', 6, 'prezzo', ''],
      ['invalid_rows', null, 3, 'testo', ''],
      ['warning', 'C', null, 'esiste', ''],
    ]);
  });
});

describe('a file', () => {
  interface Part {
    name: string;
    data?: Buffer;
    method?: number;
    flags?: number;
    /** The declared size, if it differs from the actual size. */
    size?: number;
    localSize?: number;
  }
  const zip = (parts: Part[], count = parts.length) => {
    const locals: Buffer[] = [];
    const entries: Buffer[] = [];
    let at = 0;
    for (const {
      name,
      data = Buffer.from('x'),
      method = 8,
      flags = 0,
      size = data.length,
      localSize = size,
    } of parts) {
      const packed = method === 8 ? deflateRawSync(data) : data;
      const local = Buffer.alloc(30);
      local.writeUInt32LE(0x04034b50, 0);
      local.writeUInt16LE(flags, 6);
      local.writeUInt16LE(method, 8);
      local.writeUInt32LE(packed.length, 18);
      local.writeUInt32LE(localSize, 22);
      local.writeUInt16LE(name.length, 26);
      const entry = Buffer.alloc(46);
      entry.writeUInt32LE(0x02014b50, 0);
      entry.writeUInt16LE(flags, 8);
      entry.writeUInt16LE(method, 10);
      entry.writeUInt32LE(packed.length, 20);
      entry.writeUInt32LE(size, 24);
      entry.writeUInt16LE(name.length, 28);
      entry.writeUInt32LE(at, 42);
      entries.push(entry, Buffer.from(name));
      locals.push(local, Buffer.from(name), packed);
      at += 30 + name.length + packed.length;
    }
    const directory = Buffer.concat(entries);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(count, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(at, 16);
    return new Uint8Array(Buffer.concat([...locals, directory, end]));
  };
  const book = { name: 'xl/workbook.xml' };

  test('from Excel is accepted', () => {
    const bytes = zip([
      book,
      { name: 'a', data: Buffer.alloc(1000) },
      { name: 'b', method: 0 },
      { name: 'c', flags: 8, localSize: 0 },
    ]);
    const found = inspectFile(bytes);
    expect(found).toMatchObject({ kind: 'xlsx', parts: [{ size: 1 }, { size: 1000 }, { size: 1 }] });
    expect(inspectFile(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0]))).toEqual({ kind: 'xls' });
  });
  test.each<[string, Uint8Array, string]>([
    ['nothing', new Uint8Array(), 'empty'],
    ['a text', new TextEncoder().encode('numero ordine cliente;data ordine'), 'notWorkbook'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'notWorkbook'],
    ['the start of a zip file', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), 'notWorkbook'],
    ['a cut zip file', zip([book]).slice(0, 60), 'notWorkbook'],
    ['another zip file', zip([{ name: 'word/document.xml' }]), 'notWorkbook'],
    ['a central directory at a wrong offset', zip([book], 2), 'notWorkbook'],
    ['a part that its own header makes larger', zip([book, { name: 'b', localSize: 99 }]), 'notWorkbook'],
    ['an unknown compression method', zip([{ ...book, method: 14 }]), 'notWorkbook'],
    ['encrypted parts', zip([{ ...book, flags: 1 }]), 'protected'],
    ['a bomb', zip([book, { name: 'xl/worksheets/sheet1.xml', size: MOST_UNPACKED_BYTES }]), 'tooLargeUnpacked'],
    ['sizes beyond 4 GB', zip([book, { name: 'x', size: 0xffff_ffff }]), 'tooLargeUnpacked'],
    [
      'a thousand parts',
      zip([book, ...Array.from({ length: 1000 }, (_, n) => ({ name: `p${n}` }))]),
      'tooLargeUnpacked',
    ],
    ['ten megabytes', new Uint8Array(MOST_FILE_BYTES + 1), 'tooLarge'],
  ])('that is %s is refused', (_, bytes, fault) => {
    expect(inspectFile(bytes)).toEqual({ fault });
  });
});
