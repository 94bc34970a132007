/** A video for Chromium's fake camera, which opens the file anew whenever a page opens the camera. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, writeBarcode, type WriterOptions } from 'zxing-wasm/writer';

const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

const WIDTH = 640;
const HEIGHT = 480;
const PER_SECOND = 6;
const WHITE = 235;
const BLACK = 16;
const NO_COLOR = 128;
const BAR_HEIGHT = 160;

export interface Seen {
  text: string;
  format: WriterOptions['format'];
  /** Options of the writer, for example `gs1`. */
  options?: string;
}

/** Writes an uncompressed Y4M video of one second that shows a code. */
export async function writeVideo(file: string, code: Seen): Promise<void> {
  const parts = [Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${PER_SECOND}:1 Ip A1:1 C420jpeg\n`)];
  const frame = Buffer.concat([Buffer.from('FRAME\n'), await frameOf(code)]);
  for (let times = 0; times < PER_SECOND; times++) parts.push(frame);
  writeFileSync(file, Buffer.concat(parts));
}

async function frameOf({ text, format, options = '' }: Seen): Promise<Buffer> {
  const { symbol, error } = await writeBarcode(text, { format, options });
  if (error) throw new Error(`${format}: ${error}`);
  const frame = Buffer.alloc(WIDTH * HEIGHT * 1.5, NO_COLOR);
  frame.fill(WHITE, 0, WIDTH * HEIGHT);
  const { width, height, data } = symbol;
  const isLinear = height < width / 4;
  const dot = Math.max(1, Math.floor(Math.min((WIDTH - 100) / width, (HEIGHT - 100) / (isLinear ? 1 : height), 8)));
  const tall = isLinear ? BAR_HEIGHT : height * dot;
  const left = Math.floor((WIDTH - width * dot) / 2);
  const top = Math.floor((HEIGHT - tall) / 2);
  for (let y = 0; y < tall; y++)
    for (let x = 0; x < width * dot; x++) {
      const isDark = data[(isLinear ? 0 : Math.floor(y / dot)) * width + Math.floor(x / dot)] === 0;
      if (isDark) frame[(top + y) * WIDTH + left + x] = BLACK;
    }
  return frame;
}
