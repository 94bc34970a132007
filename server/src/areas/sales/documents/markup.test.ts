/** Documents of a company whose texts contain attacks: the text is printed literally and has no effect. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { extractText, getDocumentProxy } from 'unpdf';
import { startApi } from '../../../testing/api.ts';
import { attackedCompany } from '../../../testing/attacked-company.ts';
import { attackVariants, type Sent } from '../../../testing/marked.ts';

const api = startApi();
/** Removes line breaks and spaces from layout, and bidirectional controls. */
function plain(text: string) {
  return text.replace(/[\s\u202e\u2066]/g, '');
}

describe('documents of sale print markup as text', () => {
  for (const variant of attackVariants)
    test(`${variant}: packing list and invoice, in each language`, async () => {
      const sent: Sent = new Map();
      const made = await attackedCompany(api, variant, sent);
      for (const [path, fields] of [
        [`/packing-lists/${made.packingList}`, ['packingLists.carrier', 'packingLists.reason']],
        [`/invoices/${made.invoice}`, ['company.bank']],
      ] as const)
        for (const language of ['it', 'fr', 'en']) {
          const answer = await fetch(`${api.url}/api${path}/report?format=pdf&lang=${language}`, {
            headers: { authorization: `Bearer ${made.session.token}` },
          });
          assert.equal(answer.status, 200, path);
          const bytes = new Uint8Array(await answer.arrayBuffer());
          assert.doesNotMatch(
            Buffer.from(bytes).toString('latin1'),
            /\/(JavaScript|JS|Launch|URI|OpenAction|AA|EmbeddedFile)\b/,
          );
          const pdf = await getDocumentProxy(bytes);
          assert.equal(await pdf.getJSActions(), null);
          for (let page = 1; page <= pdf.numPages; page++)
            assert.deepEqual(await (await pdf.getPage(page)).getAnnotations(), []);
          const printed = plain((await extractText(pdf, { mergePages: true })).text);
          for (const field of ['company.business_name', 'customers.business_name', 'products.name', ...fields])
            assert.ok(
              sent.get(field)!.some((text) => printed.includes(plain(text))),
              `${field} is on ${path}: ${printed.slice(0, 2000)}`,
            );
        }
    });
});
