/** A camera of a page that shows a label with a code, in place of a device. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { prepareZXingModule, writeBarcode, type WriterOptions } from 'zxing-wasm/writer';

const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

export interface Label {
  text: string;
  format: WriterOptions['format'];
  /** Options of the writer, for example `gs1`. */
  options?: string;
}
interface Symbol {
  width: number;
  height: number;
  isDark: boolean[];
}
interface Shown {
  shownSymbol: Symbol | null;
}

/** Gives the page a camera of 1280 × 720 pixels that shows an empty table. Call before the page loads a screen. */
export async function addCamera(page: Page): Promise<void> {
  await page.addInitScript(installCamera);
}

/** Puts a label before the camera, tilted and a little out of focus as in a hand; null takes it away. */
export async function showLabel(page: Page, label: Label | null): Promise<void> {
  const shown = label && (await symbolOf(label));
  await page.evaluate((symbol) => {
    (globalThis as unknown as Shown).shownSymbol = symbol;
  }, shown);
}

async function symbolOf({ text, format, options = '' }: Label): Promise<Symbol> {
  const { symbol, error } = await writeBarcode(text, { format, options });
  if (error) throw new Error(`${format}: ${error}`);
  const { width, height, data } = symbol;
  return { width, height, isDark: [...data].map((value) => value === 0) };
}

/** Runs in the page. The picture is drawn once per label, since drawing it is slow without a graphics processor. */
function installCamera(): void {
  const TILT = 0.07;
  const FILL = 0.6;
  const QUIET = 10;
  const [width, height] = [1280, 720];
  const picture = new OffscreenCanvas(width, height);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  let drawn: Symbol | null | undefined;
  const drawPicture = (symbol: Symbol | null) => {
    const sharp = new OffscreenCanvas(width, height);
    const context = sharp.getContext('2d')!;
    context.fillStyle = '#8a8478';
    context.fillRect(0, 0, width, height);
    if (symbol) {
      const dot = FILL * Math.min(width / symbol.width, height / symbol.height);
      context.translate(width / 2, height / 2);
      context.rotate(TILT);
      context.scale(dot, dot);
      context.translate(-symbol.width / 2, -symbol.height / 2);
      context.fillStyle = '#efece4';
      context.fillRect(-QUIET, -QUIET / 2, symbol.width + 2 * QUIET, symbol.height + QUIET);
      context.fillStyle = '#26221f';
      symbol.isDark.forEach((isDark, at) => {
        if (isDark) context.fillRect(at % symbol.width, Math.floor(at / symbol.width), 1.02, 1.02);
      });
    }
    const blurred = picture.getContext('2d')!;
    blurred.filter = 'blur(0.8px)';
    blurred.drawImage(sharp, 0, 0);
  };
  const draw = () => {
    const symbol = (globalThis as unknown as Shown).shownSymbol ?? null;
    if (symbol !== drawn) drawPicture((drawn = symbol));
    canvas.getContext('2d')!.drawImage(picture, 0, 0);
  };
  navigator.mediaDevices.getUserMedia = () => {
    draw();
    setInterval(draw, 100);
    return Promise.resolve(canvas.captureStream(10));
  };
}
