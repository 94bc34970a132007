import assert from 'node:assert/strict';
import { test } from 'node:test';
import { table } from '../../testing/table.ts';
import { acceptedFile, FileAnswer } from './file-answer.ts';

table('the file that an Accept header prefers', (header: string) => acceptedFile(header, ['application/pdf']), [
  ['application/pdf', 'application/pdf'],
  ['text/html, application/pdf;q=0.2', 'application/pdf'],
  ['application/json;q=0.9, application/pdf;q=0.8', undefined],
  ['application/pdf;q=0', undefined],
  ['*/*', undefined],
  ['application/pdf;q=x', undefined],
  [`${'a/b,'.repeat(10_000)}application/pdf`, undefined],
]);
test('file names contain no characters invalid in headers or file systems', () => {
  assert.equal(
    new FileAnswer('application/pdf', 'FT-2026/00012 "è"\r\n.pdf', 'x', 'inline').name,
    'FT-2026-00012-.pdf',
  );
});
