/** Reads codes from pictures with ZXing as WebAssembly, served from this origin. Loaded when a camera is opened. */
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

prepareZXingModule({ overrides: { locateFile: () => wasm } });

/** GS1-128 is a Code 128. */
const OPTIONS: ReaderOptions = {
  formats: ['EAN13', 'EAN8', 'UPCA', 'UPCE', 'Code128', 'QRCode', 'DataMatrix'],
  tryHarder: true,
  maxNumberOfSymbols: 1,
  textMode: 'Plain',
};
/** Identifiers of GS1 symbols: GS1-128, GS1 DataMatrix, GS1 QR. */
const GS1 = /^\](C1|d2|Q3)$/;

/** Reads the first code in a picture. @returns what a hand scanner would type: GS1 codes begin with their identifier */
export async function readPicture(picture: ImageData): Promise<string | undefined> {
  const [found] = await readBarcodes(picture, OPTIONS);
  if (!found?.isValid || found.text === '') return undefined;
  return GS1.test(found.symbologyIdentifier) ? `${found.symbologyIdentifier}${found.text}` : found.text;
}
