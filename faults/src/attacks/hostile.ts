/** What nobody in good faith sends. */
import fc from 'fast-check';
export function jsonOf(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replace(/"@@(.+?)@@"/g, '$1');
}

const NUMBERS = [
  ...['1e308', '-1e308', '1e400', '-0', '0.000001', '0.00001', '1.123456', '5e-324', '1e-7', '123456789.123456789'],
  ...['9007199254740993', '-9007199254740993', '2147483647', '2147483648', '-2147483649', '18446744073709551616'],
  ...[
    '9999999999.99999',
    '10000000000',
    '99999999999999999999999999999999',
    `1${'0'.repeat(400)}`,
    `0.${'3'.repeat(400)}`,
  ],
];
/** Were one of these run, the answer would come later than any other: a hang. */
const SQL = [
  ...["'", '"', "''", '\\', "\\'", '%', '_', '%%', '--', ';', '/*', '$$', '?', '$1', ':x', '`'],
  ...["' OR 1=1 --", "' OR '1'='1", "') OR ('1'='1", '1 OR 1=1', '1) OR 1=1 --', "x'; drop table users; --"],
  ...["'; select pg_sleep(60); --", "' || pg_sleep(60) || '", '1; select pg_sleep(60)', '(select 1 from pg_sleep(60))'],
  ...[
    '1) and 1=(select 1 from pg_sleep(60)) --',
    "' and 1=(select 1 from pg_sleep(60)) --",
    'id,(select pg_sleep(60))',
  ],
  ...["' union select null,null,version() --", "'||(select password_hash from users limit 1)||'", 'id desc; --'],
];
const TEXTS = [
  ...['', ' ', '\u0000', 'a\u0000b', '\u0007', 'a\nb', '\t=1+1', '\ud800', 'a\udc00b', '\ufeff', '\ufffe', '\u0085'],
  ...['\u202eabc', '\u2066a\u2069', 'e\u0301', 'ﷺ', 'İ', 'ß', 'ǅ', '\u{10ffff}', '🧻'.repeat(120), 'é'.repeat(10_001)],
  ...[
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '=cmd|" /C calc"!A0',
    '<img src=x onerror=alert(1)>',
    '{{7*7}}',

    '%s%n',
  ],
  ...['0', '1', '1e3', '0x10', '1_000', '٣', 'NaN', 'Infinity', 'true', 'null', 'undefined', '[object Object]'],
  ...['2026-02-30', '2025-02-29', '0000-00-00', '0001-01-01', '1899-12-31', '1900-01-01', '9999-12-31', '10000-01-01'],
  ...['-2026-01-01', '2026-1-1', '31/12/9999', '99/99/9999', '2026-01-01T00:00:00Z', 'infinity', 'today', '24:00'],
  ...[
    '../../etc/passwd',
    '..\\..\\x',
    'file:///etc/passwd',
    'http://127.0.0.1:1/',
    '__proto__',
    'constructor',
    'toString',
  ],
  ...[
    'x'.repeat(200),
    'x'.repeat(201),
    'x'.repeat(10_001),
    'a@b',
    `${'a@'.repeat(50)}b.c`,
    `${'a.'.repeat(99)}@${'b.'.repeat(99)}`,
  ],
  ...[
    '(a+)+$',
    `${'a'.repeat(60)}!`,
    '\r\nSet-Cookie: a=b',
    'data:image/png;base64,AAAA',
    'data:image/png;base64,%%%%',
  ],
];
const THINGS: unknown[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  [],
  {},
  [[]],
  [null],
  [[[[[[]]]]]],
  { id: 1 },
  { toString: 'x' },
  ['a', 'b'],
];
const WIDE = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, n]));
const GREAT = 'x'.repeat(900_000);

/** Instead of any value in a body. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>(...NUMBERS.map(raw), ...TEXTS, ...SQL, ...THINGS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      WIDE,
      deep(15),
      deep(30),
      Array.from({ length: 6_000 }, () => 1),
      GREAT,
    ),
  },
);
/** Members that no schema has. */
export const EXTRAS: readonly string[] = [
  '"__proto__":{"role":"admin"}',
  '"constructor":{"prototype":{"x":1}}',
  '"__proto__":null',
  '"":1',
  '"id":999,"created_by":999,"deleted_at":"2026-01-01","version":"x"',
  `"${'k'.repeat(5_000)}":1`,
];
/** Instead of a value in a query, escaped. */
export const hostileParameter: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...[...TEXTS, ...SQL, ...NUMBERS].map((text) => escaped(text.slice(0, 2_000)))),
  fc.string({ unit: 'binary', maxLength: 30 }).map(escaped),
  fc.constantFrom('%00', '%FF%FE', '%', '%ZZ', '%u0041', '%ed%a0%80', '+', '%2B', '%26q%3D', '%0d%0aX:%20y'),
);
export const HOSTILE_NAMES = [
  '__proto__',
  'constructor',
  'q[]',
  'q[$ne]',
  'q.length',
  'toString',
  'limit',
  'offset',
  '',
];
/** Instead of an id in a path. */
export const hostileId: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '0',
    '-1',
    '+1',
    '1.0',
    '1e0',
    '01',
    '0x1',
    '2147483647',
    '2147483648',
    '99999999999999999999',
    'abc',
  ),
  fc.constantFrom(
    '..',
    '..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e%2f%2e%2e',
    '.%00',
    '1%00',
    '%00',
    '%',
    '%ZZ',
    '%FF',
    '%2F',
  ),
  fc.constantFrom(
    '1-manual',
    '1-sale',
    '1-',
    '-manual',
    '99999999999-manual',
    '1-manual-manual',
    '1-MANUAL',
    '1-constructor',
  ),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'x'.repeat(199),
    'x'.repeat(201),
    'x'.repeat(5_000),
    '1;',
    '*',
    '1,2',
    '{id}',
  ),
  hostileParameter.filter((text) => text !== ''),
);

const PRINTABLE = 'x'.repeat(8_000);
/** Instead of the headers that a browser sends. */
export const hostileHeaders: fc.Arbitrary<Record<string, string | string[]>> = fc.constantFrom<
  Record<string, string | string[]>
>(
  ...['"1"', '"0"', '*', 'W/"1"', '"99999999999"', "1' OR '1'='1", '""', 'a, b', PRINTABLE].map((v) => ({
    'if-match': v,
  })),
  ...['k', '', ' ', "'; drop table users; --", 'é', PRINTABLE, '__proto__'].map((v) => ({ 'idempotency-key': v })),
  ...['fr', '*', 'x-klingon', '__proto__', 'it;q=NaN', ',;,;=', `${'x,'.repeat(4_000)}fr`].map((v) => ({
    'accept-language': v,
  })),
  ...['bytes=0-', 'bytes=-1', 'bytes=5-1', 'items=0-9'].map((v) => ({ range: v })),
  ...['application/pdf', 'application/xml', 'text/html;q=x', '*/*', ';;;', PRINTABLE].map((v) => ({ accept: v })),
  ...['gzip, br', 'gzip;q=0', 'x', '*;q=0', 'gzip;q=NaN'].map((v) => ({ 'accept-encoding': v })),
  ...['127.0.0.1', "'", '::1, 1.2.3.4', 'x'.repeat(3_000)].map((v) => ({ 'x-forwarded-for': v })),
  ...['https', 'javascript'].map((v) => ({ 'x-forwarded-proto': v, 'x-forwarded-host': 'evil.example' })),
  { host: 'evil.example' },
  { host: '' },
  { origin: 'https://evil.example', referer: 'https://evil.example/' },
  { 'x-http-method-override': 'DELETE' },
  { cookie: `token=${'x'.repeat(4_000)}` },
  { 'x-request-id': "'; drop table users; --" },
  { expect: '100-continue' },
  { te: 'trailers' },
  { 'content-encoding': 'gzip' },
  { upgrade: 'h2c', connection: 'upgrade' },
);
export const CONTENT_TYPES = [
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ],
  ...['application/json; charset=utf-16', 'application/json; charset=x', 'application/json;;', 'APPLICATION/JSON', ''],
  ...['application/problem+json', 'application/json, application/json', '__proto__'],
];
/** Instead of a body that is JSON. */
export const BROKEN_BODIES: readonly (string | Buffer)[] = [
  ...[
    '{',
    '{"a":',
    '[',
    '"',
    'nul',
    'NaN',
    '{"a":NaN}',
    '{"a":1,}',
    "{'a':1}",
    '{}{}',
    '{"a":1}\u0000',
    '\ufeff{}',
    ' ',
  ],
  ...[
    '[]',
    'null',
    'true',
    '5',
    '"x"',
    '[{}]',
    '{"a":1e400}',
    '{"":{"":{"":1}}}',
    '/**/{}',
    '{"a":"\n"}',
    '{"\\ud800":1}',
  ],
  ...[
    '['.repeat(100_000),
    '{"a":'.repeat(50_000),
    `${'['.repeat(21)}${']'.repeat(21)}`,
    `{"a":"${'x'.repeat(1_000_100)}"}`,
  ],
  Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
  Buffer.from('{"a":1}', 'utf16le'),
];

/** Goes into the JSON as it stands, for what JSON.stringify cannot write. */
function raw(json: string) {
  return `@@${json}@@`;
}

function deep(levels: number) {
  return raw('['.repeat(levels) + ']'.repeat(levels));
}

function escaped(text: string) {
  return encodeURIComponent(text.toWellFormed());
}
