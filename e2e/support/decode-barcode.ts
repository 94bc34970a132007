/** Decodes a barcode from a screenshot, as a scanner does. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator } from 'playwright-core';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

/** Device scale factor: about 380 dots per inch, like an office printer. */
const FINE = 4;

/**
 * Decodes a barcode. @returns the output of a scanner: the prefix of the symbology (`]C0` Code 128, `]C1` GS1-128) and
 * the content
 */
export async function decodeBarcode(drawing: Locator): Promise<string> {
  const found = await readBarcodes(await picture(drawing), { formats: ['Code128'], textMode: 'Plain' });
  assert.equal(found.length, 1, 'one barcode in the picture');
  return `${found[0]!.symbologyIdentifier}${found[0]!.text}`;
}

/** Decodes a QR code. @returns its content */
export async function decodeQrCode(drawing: Locator): Promise<string> {
  const found = await readBarcodes(await picture(drawing), { formats: ['QRCode'], textMode: 'Plain' });
  assert.equal(found.length, 1, 'one QR code in the picture');
  return found[0]!.text;
}

async function picture(drawing: Locator): Promise<Uint8Array> {
  await drawing.scrollIntoViewIfNeeded();
  const page = drawing.page();
  const { x, y, width, height } = await drawing.evaluate((svg) => {
    const box = svg.getBoundingClientRect();
    return { x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height };
  });
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { clip: { x, y, width, height, scale: FINE } });
  await session.detach();
  return new Uint8Array(Buffer.from(data, 'base64'));
}
