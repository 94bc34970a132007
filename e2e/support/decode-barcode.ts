/** Reads a barcode off the screen as a scanner does: from its picture. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator } from 'playwright-core';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

/** @returns what a scanner sends: the prefix of the symbology (`]C0` Code 128, `]C1` GS1-128) and the content */
export const decodeBarcode = async (drawing: Locator): Promise<string> => {
  const picture = await drawing.screenshot();
  const found = await readBarcodes(new Uint8Array(picture), { formats: ['Code128'], textMode: 'Plain' });
  assert.equal(found.length, 1, 'one barcode in the picture');
  return `${found[0]!.symbologyIdentifier}${found[0]!.text}`;
};
