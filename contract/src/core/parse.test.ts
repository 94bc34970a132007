import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import {
  day,
  decimal,
  email,
  id,
  notes,
  oneOf,
  optionalText,
  password,
  positive,
  queryFlag,
  queryId,
  queryWhole,
  text,
  unlessEmpty,
  whole,
} from './fields.ts';
import { LANGUAGES } from './languages.ts';
import './messages/all.ts';
import { emptyToNull, parse } from './parse.ts';

const Line = z.object({ product_id: id(), quantity: positive(), note: notes() });
const Order = z.object({
  code: text(),
  name: optionalText(),
  price: decimal().nullish(),
  currency: oneOf(['EUR', 'USD']),
  unit: unlessEmpty(oneOf(['m', 'kg'])),
  packs: whole(),
  on: day().nullish(),
  lines: z.array(Line).min(1).optional(),
});
const good = { code: 'A', currency: 'EUR', packs: 1 };
function problems(value: unknown, schema: z.ZodType = Order): Record<string, string> {
  const read = parse(schema, value, 'en');
  return read.ok ? {} : Object.fromEntries(read.fields.map(({ path, code }) => [path, code]));
}
function valueOf<S extends z.ZodType>(schema: S, value: unknown) {
  const read = parse(schema, value, 'en');
  assert.ok(read.ok, JSON.stringify(read));
  return read.value;
}

describe('parse', () => {
  const cases: [string, unknown, Record<string, string>][] = [
    ['a valid input', good, {}],
    ['nothing', {}, { code: 'required', currency: 'required', packs: 'required' }],
    ['a value that is not an object', 'x', { '': 'type' }],
    ['null', null, { '': 'required' }],
    [
      'all problems at once, at any depth',
      { ...good, currency: 'GBP', packs: -1, lines: [{ product_id: 0, quantity: 0 }, { product_id: 1 }, 5] },
      {
        currency: 'enum',
        packs: 'min',
        'lines.0.product_id': 'min',
        'lines.0.quantity': 'min',
        'lines.1.quantity': 'required',
        'lines.2': 'type',
      },
    ],
    ['an empty list', { ...good, lines: [] }, { lines: 'noItems' }],
    ['a value that is not a list', { ...good, lines: { 0: {} } }, { lines: 'type' }],
    ['an empty required text', { ...good, code: '  ' }, { code: 'required' }],
    ['a text that is too long', { ...good, code: 'x'.repeat(201) }, { code: 'max' }],
    ['an invalid day', { ...good, on: '2026-02-29' }, { on: 'invalidDates' }],
    ['a day before 1900', { ...good, on: '1899-12-31' }, { on: 'min' }],
    ['a leap day', { ...good, on: '2024-02-29' }, {}],
    ['an instant for a day', { ...good, on: '2026-01-01T00:00:00Z' }, { on: 'invalidDates' }],
  ];
  for (const [what, value, found] of cases) test(what, () => assert.deepEqual(problems(value), found));
  test("reports each path once, in the user's language", () => {
    const read = parse(Order, { ...good, code: '\u0000'.repeat(300) }, 'fr');
    assert.ok(!read.ok);
    assert.deepEqual(
      read.fields.map(({ path }) => path),
      ['code'],
    );
    assert.match(read.fields[0]!.message, /200/);
  });
});

describe('emptyToNull', () => {
  test('turns empty texts into null where null is allowed, at any depth, and changes nothing else', () => {
    const read = emptyToNull(Order, {
      code: '',
      name: '',
      price: '',
      currency: '',
      unknown: '',
      lines: [{ note: '', product_id: '' }],
    });
    assert.deepEqual(read, {
      code: '',
      name: null,
      price: null,
      currency: '',
      unknown: '',
      lines: [{ note: null, product_id: '' }],
    });
  });
  test('looks inside optional and nullable schemas, and ignores values that are not objects', () => {
    assert.deepEqual(emptyToNull(Order.nullish().optional(), { name: '' }), { name: null });
    for (const value of [null, undefined, '', 5, 'x', [''], true]) assert.deepEqual(emptyToNull(Order, value), value);
    assert.deepEqual(emptyToNull(z.array(z.string().nullable()), ['', 'a']), ['', 'a']);
  });
  test('keeps __proto__ as data', () => {
    const read = emptyToNull(Order, JSON.parse('{"__proto__":{"name":"x"},"name":""}')) as { name: unknown };
    assert.ok(Object.hasOwn(read, '__proto__'));
    assert.equal(Object.getPrototypeOf(read), Object.prototype);
    assert.equal(read.name, null);
  });
});

describe('fields', () => {
  test('text is trimmed, in NFC, on one line and well-formed', () => {
    assert.equal(valueOf(text(), '  Caffe\u0300\t'), 'Caffè');
    for (const bad of ['a\nb', 'a\u0000', 'a\u0085b', '\ud800', 'a\udfffb'])
      assert.deepEqual(problems(bad, text()), { '': 'format' }, JSON.stringify(bad));
    assert.equal(valueOf(notes(), 'a\n\tb\r\nc'), 'a\n\tb\r\nc');
    assert.deepEqual(problems('a\u0000b', notes()), { '': 'format' });
    assert.equal(valueOf(text(), 'x'.repeat(200)).length, 200);
  });
  test('a password is taken as typed', () => {
    assert.equal(valueOf(password(), '  e\u0300 1234 '), '  e\u0300 1234 ');
    for (const [bad, code] of [
      ['1234567', 'min'],
      ['x'.repeat(129), 'max'],
      ['12345678\0', 'format'],
      ['12345678\ud800', 'format'],
    ] as const)
      assert.deepEqual(problems(bad, password()), { '': code });
  });
  test('an e-mail address has a name, an at and a domain with a dot', () => {
    for (const good of ['a@b.it', 'nome.cognome+x@sotto.dominio.example', "o'neil@example.com"])
      assert.equal(valueOf(email(), good), good);
    for (const bad of [
      'a',
      'a@',
      '@b.it',
      'a@b',
      'a b@c.it',
      'a@b@c.it',
      'a@b..it',
      'a@.it',
      'a@b.it.',
      'a,b@c.it',
      '<a@b.it>',
    ])
      assert.deepEqual(problems(bad, email()), { '': 'format' }, bad);
  });
  test('a decimal is finite, has five places and no minus zero', () => {
    assert.ok(Object.is(valueOf(decimal(), -0), 0));
    for (const [bad, code] of [
      [Number.POSITIVE_INFINITY, 'type'],
      [Number.NaN, 'type'],
      [1e308, 'max'],
      [-1, 'min'],
      [0.000001, 'format'],
      ['5', 'type'],
    ] as const)
      assert.deepEqual(problems(bad, decimal()), { '': code }, String(bad));
    assert.equal(valueOf(decimal(null), -5.5), -5.5);
    assert.deepEqual(problems(0, positive()), { '': 'min' });
  });
  test('a zero or negative quantity gets the code above', () => {
    for (const bad of [0, -1, -0.00001]) {
      const read = parse(z.object({ quantity: positive() }), { quantity: bad }, 'en');
      assert.deepEqual(read.ok || read.fields[0], {
        path: 'quantity',
        code: 'min',
        message: 'Must be greater than 0',
      });
    }
    assert.deepEqual(problems({ quantity: 0.000001 }, z.object({ quantity: positive() })), { quantity: 'format' });
    assert.equal(valueOf(positive(), 0.00001), 0.00001);
  });
  test('whole numbers and row ids fit into the database columns', () => {
    for (const bad of [1.5, 2_147_483_648, 2 ** 53 + 2, -1]) assert.notDeepEqual(problems(bad, whole()), {}, `${bad}`);
    const read = parse(z.object({ pages: whole() }), { pages: 1.5 }, 'en');
    assert.deepEqual(read.ok || read.fields[0], { path: 'pages', code: 'type', message: 'Must be a whole number' });
    assert.deepEqual(problems('1', whole()), { '': 'type' });
    assert.equal(valueOf(whole(), 2_147_483_647), 2_147_483_647);
    assert.deepEqual(problems(0, id()), { '': 'min' });
  });
  test('a text in place of a number has a message of its own in each language', () => {
    const expected = { it: 'Scrivi un numero', fr: 'Saisissez un nombre', en: 'Enter a number' };
    for (const language of LANGUAGES)
      for (const schema of [decimal(), positive(), whole(), decimal().nullish()]) {
        const read = parse(z.object({ pages: schema }), { pages: 'gratis' }, language);
        assert.deepEqual(read.ok || read.fields, [{ path: 'pages', code: 'type', message: expected[language] }]);
      }
  });
  test('null and empty texts count as absent in optional fields that cannot be empty', () => {
    for (const unit of [null, '', undefined]) assert.equal(valueOf(Order, { ...good, unit }).unit, undefined);
    assert.equal(valueOf(Order, { ...good, unit: 'kg' }).unit, 'kg');
    assert.deepEqual(problems({ ...good, unit: 'ton' }), { unit: 'enum' });
    assert.deepEqual(problems({ ...good, unit: 5 }), { unit: 'enum' });
    assert.equal(valueOf(Order.partial(), { unit: '' }).unit, undefined);
  });
  test('query parameters are texts', () => {
    assert.equal(valueOf(queryId(), '7'), 7);
    for (const bad of ['', '0', '-1', '1.5', ' 1', '1e3', '0x10', '2147483648', '99999999999'])
      assert.notDeepEqual(problems(bad, queryId()), {}, bad);
    assert.deepEqual(
      ['true', '1', 'false', '0'].map((flag) => valueOf(queryFlag(), flag)),
      [true, true, false, false],
    );
    assert.deepEqual(problems('maybe', queryFlag()), { '': 'enum' });
    assert.deepEqual(problems('1001', queryWhole(1, 1000)), { '': 'max' });
  });
});
