import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { extractText, getDocumentProxy } from 'unpdf';
import { readBars } from '../../../../testing/read-bars.ts';
import { usableLogo } from './logo.ts';
import { renderDocument } from './print-document.ts';
import { printInThread } from './printer.ts';
import { sampleCompany, sampleConfirmation, sampleInvoice, samplePackingList, samplePurchaseOrder } from './samples.ts';
import { printable } from './text.ts';

async function pagesOf(pdf: Buffer): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, ' '));
}
function printInvoice(...given: Parameters<typeof sampleInvoice>) {
  return renderDocument({ kind: 'invoice', report: sampleInvoice(...given) });
}
function printList(...given: Parameters<typeof samplePackingList>) {
  return renderDocument({ kind: 'packing_list', report: samplePackingList(...given) });
}

/** Returns a white PNG with this number of pixels. */
function png(
  width: number,
  height: number,
  data = deflateSync(Buffer.alloc((width * 3 + 1) * Math.min(height, 64), 255)),
) {
  const chunk = (type: string, content: Buffer) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(content.length);
    return Buffer.concat([size, Buffer.from(type, 'latin1'), content, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return `data:image/png;base64,${Buffer.concat(parts).toString('base64')}`;
}

describe('a printed order', () => {
  test('of 100 lines to a supplier has its heading on every page, and every line once with its price', async () => {
    const pages = await pagesOf(await renderDocument({ kind: 'purchase_order', report: samplePurchaseOrder(100) }));
    assert.ok(pages.length > 2);
    for (const page of pages) assert.match(page, /OF-2026\/00031/);
    const whole = pages.join(' ');
    for (const text of ['Ordine di acquisto', 'Cartiera del Serchio', 'Arrivo confermato', '23/03/2026', '159.438,75'])
      assert.ok(whole.includes(text), `${text} is not in ${whole.slice(0, 2000)}`);
    assert.deepEqual(
      Array.from({ length: 100 }, (_, at) => `CKR-${String(at + 1).padStart(4, '0')}`).filter(
        (code) => whole.split(code).length !== 2,
      ),
      [],
    );
  });
  test('has no price column and no total when the amounts are absent', async () => {
    const report = samplePurchaseOrder(2, { total_amount: undefined });
    const items = report.items.map(({ unit_price: _price, total: _total, ...item }) => item);
    const [page] = await pagesOf(await renderDocument({ kind: 'purchase_order', report: { ...report, items } }));
    assert.doesNotMatch(page!, /Prezzo|Importo|Totale|1,275/);
  });
  test('confirms to a customer in French, with the day of each line', async () => {
    const report = sampleConfirmation(2, { language: 'fr' });
    const [page] = await pagesOf(await renderDocument({ kind: 'order_confirmation', report }));
    for (const text of ['Confirmation de commande', 'PO 4711/A', 'Livraison demandée', '28/03/2026', 'Total hors TVA'])
      assert.ok(page!.includes(text), `${text} is not in ${page}`);
  });
});

describe('a printed invoice', () => {
  test('prints the parties, lines, amounts and payment', async () => {
    const [page] = await pagesOf(await printInvoice(2));
    for (const text of [
      'Bobinificio Valdarno S.r.l.',
      'P. IVA IT01234567897',
      'REA AR-198432',
      'Capitale sociale 250.000,00 €',
      'PEC bobinificio',
      'Fattura',
      'FT-2026/00012 del 15/03/2026',
      'Panificio Industriale Senese S.r.l.',
      'P. IVA IT00743110157',
      '53100 Siena (SI)',
      'DDT-2026/00041 del 14/03/2026',
      'OC-2026/00102',
      'PO 4711/A',
      'CKR-0001',
      'Carta kraft avana 40 g/m²',
      '1.250,5',
      '1,275',
      '1.594,39',
      '3.188,78 €',
      '701,54 €',
      '3.890,32 €',
      'Bonifico bancario',
      'Bonifico 60 giorni fine mese',
      '31/05/2026',
      'Banca del Valdarno',
      'IT60 X054 2811 1010 0000 0123 456',
      'Copia di cortesia',
      '1 / 1',
    ])
      assert.ok(page!.includes(text), `${text} is not in ${page}`);
  });
  test('of 100 lines has its heading and columns on every page, and every line once', async () => {
    const pages = await pagesOf(await printInvoice(100));
    assert.ok(pages.length > 2);
    for (const [at, page] of pages.entries()) {
      assert.ok(page.includes(`${at + 1} / ${pages.length}`), page);
      assert.ok(page.includes('FT-2026/00012 del 15/03/2026'), page);
      if (page.includes('CKR-')) assert.ok(page.includes('Codice Descrizione Quantità'), page);
    }
    const codes = pages.join(' ').match(/CKR-\d{4}/g);
    assert.deepEqual(
      codes,
      Array.from({ length: 100 }, (_, at) => `CKR-${String(at + 1).padStart(4, '0')}`),
    );
    assert.ok(pages.at(-1)!.includes('Totale documento'));
  });
  const MARKS = [
    ['a draft', { number: 'BOZZA-7', status: 'draft' }, ['BOZZA', 'Bozza di fattura', 'non vale come fattura']],
    ['a cancelled one', { status: 'cancelled' }, ['ANNULLATO']],
    [
      'a credit note',
      {
        type: 'credit_note',
        number: 'NC-2026/00003',
        credited_invoice: { id: 1, number: 'FT-2026/00012', date: '2026-03-15', in_full: true },
      },
      ['Nota di credito', 'Storna interamente la fattura FT-2026/00012 del 15/03/2026', 'A vostro credito'],
    ],
    ['one with stamp duty', { stamp_duty: 2 }, ['Imposta di bollo di 2,00 €']],
    [
      'one without VAT',
      { vat_summary: [{ vat_rate: 0, natura: 'N3.2', reason: 'Art. 41 DL 331/93', net_amount: 1, vat_amount: 0 }] },
      ['N3.2 · Art. 41 DL 331/93'],
    ],
  ] as const;
  for (const [what, given, texts] of MARKS)
    test(`${what} is marked`, async () => {
      const [page] = await pagesOf(await printInvoice(1, given as object));
      for (const text of texts) assert.ok(page!.includes(text), `${text} is not in ${page}`);
    });
  test('is formatted for French and English', async () => {
    const [french] = await pagesOf(await printInvoice(1, { language: 'fr' }));
    for (const text of ['Facture', 'N° TVA', 'Montant HT', 'Total TTC', 'Échéance'])
      assert.ok(french!.includes(text), text);
    assert.match(french!, /1.945,16 €/);
    const [english] = await pagesOf(await printInvoice(1, { language: 'en' }));
    for (const text of ['Invoice', 'VAT no.', '€1,945.16', '15/03/2026']) assert.ok(english!.includes(text), text);
  });
});

describe('a printed packing list', () => {
  test('prints the legally required contents of a transport document', async () => {
    const [page] = await pagesOf(await printList(3, { notes: 'Consegnare entro le 12' }));
    for (const text of [
      'Documento di trasporto',
      'D.P.R. 14 agosto 1996, n. 472',
      'DDT-2026/00041 del 14/03/2026',
      'Bobinificio Valdarno S.r.l.',
      'P. IVA IT01234567897',
      'Via delle Cartiere 18',
      'Panificio Industriale Senese S.r.l.',
      'P. IVA IT00743110157',
      'Zona industriale, lotto 3',
      '8:00–12:00',
      'Suonare al cancello B',
      'CKR-0003',
      '1.250,5',
      'kg',
      'L26-1002',
      '31/12/2027',
      'Vendita',
      'Pallet filmati',
      'Autotrasporti Valdelsa S.n.c.',
      'Colli 12',
      '1.310,25 kg',
      '3.751,5 kg',
      'Firma del mittente',
      'Firma del vettore',
      'Firma del destinatario',
      'Consegnare entro le 12',
      '1 / 1',
    ])
      assert.ok(page!.includes(text), `${text} is not in ${page}`);
    assert.doesNotMatch(page!, /Prezzo|Importo/);
  });
  test("goes to the customer's own address without a destination", async () => {
    const [page] = await pagesOf(await printList(1, { destination: null }));
    assert.ok(page!.includes('Sede del destinatario'));
  });
});

test('the barcode of a packing list decodes to its number', async () => {
  for (const packing_list_number of ['DDT-2026/10041', 'DDT-2026/00007', 'DDT-2026/123456', 'A12345B', '1234567'])
    assert.deepEqual(await readBars(await printList(1, { packing_list_number }), 26), [
      `Code128 ${packing_list_number}`,
    ]);
});

describe('fonts', () => {
  test('are embedded as subsets, and no other font is named', async () => {
    const pdf = (await printInvoice(1)).toString('latin1');
    assert.equal(pdf.match(/\/FontFile2 /g)?.length, 2);
    assert.deepEqual(
      [...new Set(pdf.match(/\/BaseFont \/(\S+)/g))].map((name) => name.replace(/.*\+/, '')).toSorted(),
      ['NotoSans-Regular', 'NotoSans-SemiBold'],
    );
  });
  test('contain Latin with accents, Greek and Cyrillic, as text that can be copied', async () => {
    const name = 'Łódź Őrség Çeşme – Ελληνικά Χαρτί Кириллица Ґвинт “S.r.l.” €';
    const [page] = await pagesOf(await printInvoice(1, { notes: name }));
    assert.ok(page!.includes(name), page);
  });
});

describe('hostile text', () => {
  test('markup, braces, dictionaries and paths are printed as text', async () => {
    const texts = [
      '<b>x</b> {{name}}',
      '/etc/passwd',
      'data:image/png;base64,AAAA',
      '(\\) Tj ET endstream',
      '__proto__',
      'http://127.0.0.1:1/x',
    ];
    const pages = await pagesOf(
      await printInvoice(1, {
        notes: texts.join('\n'),
        items: texts.map((text, at) => ({
          ...sampleInvoice(1).items[0]!,
          position: at + 1,
          code: text,
          description: text,
        })),
      }),
    );
    for (const text of texts) assert.ok(pages.join(' ').replaceAll(' ', '').includes(text.replaceAll(' ', '')), text);
  });
  test('direction marks and control characters are removed', async () => {
    assert.equal(printable('a\u202eb\u2066c\u0000d\u200b\ufeffe\u0085\nf\ud800'), 'abcde\nf\ufffd');
    const [page] = await pagesOf(await printInvoice(1, { notes: 'fattura \u202egpj.exe' }));
    assert.ok(page!.includes('fattura gpj.exe'));
  });
  test('notes of 10,000 characters continue over pages completely', async () => {
    const words = Array.from({ length: 1400 }, (_, at) => `n${at}`)
      .join(' ')
      .slice(0, 10_000);
    const pages = await pagesOf(await printInvoice(1, { notes: words }));
    assert.ok(pages.length > 1);
    assert.ok(pages.join(' ').includes('n1399'));
  });
  test('one word of 10,000 letters, and codes and names of 200, stay on the page', async () => {
    const long = 'W'.repeat(200);
    const pdf = await printInvoice(1, {
      notes: 'Ж'.repeat(10_000),
      items: [
        {
          ...sampleInvoice(1).items[0]!,
          code: long,
          description: long,
          quantity: 9_999_999_999.99999,
          unit_price: 9_999_999_999.99999,
          net_amount: 1e15,
        },
      ],
      company: { ...sampleCompany, business_name: long, address: long, share_capital: long },
    });
    const document = await getDocumentProxy(new Uint8Array(pdf));
    let letters = 0;
    for (let number = 1; number <= document.numPages; number++) {
      const { items } = await (await document.getPage(number)).getTextContent();
      for (const item of items) {
        if (!('str' in item)) continue;
        letters += item.str.match(/Ж/g)?.length ?? 0;
        assert.ok(item.transform[4] + item.width < 596, `${item.str} runs off the page`);
      }
    }
    assert.equal(letters, 10_000);
  });
  test('letters missing in the font, and right-to-left text, do not break the document', async () => {
    await printInvoice(1, { notes: 'שלום مرحبا 你好 😀 \u0301\u0301' });
  });
});

describe('the logo', () => {
  test('is printed, as PNG', async () => {
    const pdf = (await printInvoice(1, { company: { ...sampleCompany, logo: png(64, 64) } })).toString('latin1');
    assert.match(pdf, /\/Subtype \/Image/);
  });
  const BROKEN = [
    ['no picture', 'data:image/png;base64,AAAA'],
    ['a torn one', png(64, 64, Buffer.from('x'.repeat(50)))],
    ['one of a size that fills the memory', png(100_000, 100_000)],
    ['no JPEG', 'data:image/jpeg;base64,/9j/4AAQ'],
  ] as const;
  for (const [what, logo] of BROKEN)
    test(`${what} is omitted`, async () => {
      assert.equal(usableLogo(logo), null);
      const pdf = (await printInvoice(1, { company: { ...sampleCompany, logo } })).toString('latin1');
      assert.doesNotMatch(pdf, /\/Subtype \/Image/);
    });
});

describe('the printing thread', () => {
  test('prints several documents at once, and keeps the main thread free', async () => {
    await printInThread({ kind: 'invoice', report: sampleInvoice(1) }, 1);
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    const pdfs = await Promise.all(
      [100, 1, 50].map((lines) => printInThread({ kind: 'invoice', report: sampleInvoice(lines) }, 1)),
    );
    clearInterval(ticking);
    for (const pdf of pdfs) assert.equal(pdf.toString('latin1', 0, 5), '%PDF-');
    assert.ok(turns >= 5, `${turns} turns`);
  });
  test('reports a document that cannot be printed, and prints the next one', async () => {
    const broken = { ...sampleInvoice(1), items: null } as never;
    await assert.rejects(printInThread({ kind: 'invoice', report: broken }, 1), /TypeError/);
    assert.ok((await printInThread({ kind: 'invoice', report: sampleInvoice(1) }, 1)).length > 1000);
  });
});

describe('several documents in one file', () => {
  test('each begins on a new page with its own page numbers, headers and mark', async () => {
    const jobs = [
      { kind: 'invoice', report: sampleInvoice(60) },
      { kind: 'packing_list', report: samplePackingList(2) },
      { kind: 'invoice', report: { ...sampleInvoice(1), status: 'cancelled' } },
    ] as const;
    const pages = await pagesOf(await renderDocument({ kind: 'several', jobs }));
    const alone = (await pagesOf(await renderDocument(jobs[0]))).length;
    assert.ok(alone > 1);
    assert.equal(pages.length, alone + 2);
    assert.match(pages[0]!, new RegExp(`1 / ${alone}`));
    assert.match(pages[alone - 1]!, new RegExp(`${alone} / ${alone}`));
    assert.match(pages[1]!, /Fattura FT-2026\/00012/);
    for (const page of pages.slice(alone)) assert.match(page, /1 \/ 1/);
    assert.match(pages[alone]!, /DDT/);
    assert.doesNotMatch(pages[0]!, /ANNULLATO/i);
    assert.match(pages.at(-1)!, /ANNULLATO/i);
  });
});
