import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentDisposition } from '../../platform/http/file-answer.ts';
import { cleanFileName } from './file-name.rules.ts';

test('the name of a file is the last part of its path, without control characters, at most 200 characters', () => {
  for (const [sent, clean] of [
    ['certificato.pdf', 'certificato.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\x\\foto.jpg', 'foto.jpg'],
    ['a\u0000b\r\nc.txt', 'abc.txt'],
    ['fattura\u202Efdp.exe', 'fatturafdp.exe'],
    ['', 'file'],
    ['..', 'file'],
    ['dir/', 'file'],
    ['\ud800x.txt', 'x.txt'],
    [' bianco .txt ', 'bianco .txt'],
    ['e\u0300.txt', 'è.txt'],
  ])
    assert.equal(cleanFileName(sent!), clean);
  const long = cleanFileName(`${'à'.repeat(300)}.pdf`);
  assert.deepEqual([long.length, long.slice(-5)], [200, 'à.pdf']);
  const pictures = cleanFileName('🙂'.repeat(150));
  assert.ok(pictures.length <= 200 && pictures.isWellFormed());
  assert.equal(cleanFileName(`x.${'y'.repeat(300)}`).length, 200);
});

test('a name in a header cannot end the header or its quotes', () => {
  const header = contentDisposition('attachment', `a"b\\c%d'e(f)*è☃.pdf`);
  assert.equal(
    header,
    `attachment; filename="a_b_c_d'e(f)*e_.pdf"; filename*=UTF-8''a%22b%5Cc%25d%27e%28f%29%2A%C3%A8%E2%98%83.pdf`,
  );
});
