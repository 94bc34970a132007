/** Draws QR codes with ZXing as WebAssembly, served from this origin. Loaded when a code is shown. */
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import wasm from 'zxing-wasm/writer/zxing_writer.wasm?url';

prepareZXingModule({ overrides: { locateFile: () => wasm } });

/** Modules of white around the code. */
const QUIET = 4;

export interface QrDrawing {
  /** Side length in modules. */
  width: number;
  /** SVG path of the black modules. */
  path: string;
}

/** Draws a text as a QR code. @throws Error when the text is too long */
export async function drawQrCode(text: string): Promise<QrDrawing> {
  const { error, symbol } = await writeBarcode(text, { format: 'QRCode' });
  if (error) throw new Error(error);
  const { data, width, height } = symbol;
  let path = '';
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (data[y * width + x] === 0) path += `M${x + QUIET} ${y + QUIET}h1v1h-1z`;
  return { width: width + 2 * QUIET, path };
}
