import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

type Bar = [left: number, width: number];

const DOTS = 8;
const QUIET = 12;
const HEIGHT = 120;
/** Wider rectangles, in points, are no bars. */
const WIDEST_BAR = 8;

/**
 * Renders the bars drawn on the first page of a PDF as images and decodes each code with a scanner library.
 * @param height of the bars in points
 * @returns format and text of each code, from top to bottom, then from left to right
 */
export async function readBars(pdf: Buffer, height: number): Promise<string[]> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  await prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer }, fireImmediately: true });
  const found: string[] = [];
  for (const bars of await barsOf(pdf, height))
    for (const { format, text } of await readBarcodes(imageOf(bars))) found.push(`${format} ${text}`);
  return found;
}

/** The bars of each code: rectangles of this height on one line, without a gap that is wider than a quiet zone. */
async function barsOf(pdf: Buffer, height: number): Promise<Bar[][]> {
  const { OPS } = await getResolvedPDFJS();
  const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1);
  const { fnArray, argsArray } = await page.getOperatorList();
  const lines = new Map<number, Bar[]>();
  for (const [at, operation] of fnArray.entries()) {
    if (operation !== OPS.constructPath) continue;
    const box = (argsArray[at] as [number, unknown, ArrayLike<number> | null])[2];
    if (!box) continue;
    const [left, top, right, bottom] = Array.from(box) as [number, number, number, number];
    if (Math.abs(bottom - top - height) > 0.01 || right - left >= WIDEST_BAR) continue;
    const line = Math.round(top * 10);
    lines.set(line, [...(lines.get(line) ?? []), [left, right - left]]);
  }
  return [...lines].toSorted(([a], [b]) => a - b).flatMap(([, bars]) => apart(bars.toSorted(([a], [b]) => a - b)));
}

function apart(bars: readonly Bar[]): Bar[][] {
  const codes: Bar[][] = [];
  let end = -Infinity;
  for (const bar of bars) {
    if (bar[0] - end > QUIET) codes.push([]);
    codes.at(-1)!.push(bar);
    end = bar[0] + bar[1];
  }
  return codes;
}

function imageOf(bars: readonly Bar[]): ImageData {
  const start = bars[0]![0];
  const end = Math.max(...bars.map(([left, wide]) => left + wide));
  const width = Math.ceil((end - start + 2 * QUIET) * DOTS);
  const data = new Uint8ClampedArray(width * HEIGHT * 4).fill(255);
  const dotOf = (x: number) => Math.round((x - start + QUIET) * DOTS);
  for (const [left, wide] of bars)
    for (let dot = dotOf(left); dot < dotOf(left + wide); dot++)
      for (let row = 10; row < HEIGHT - 10; row++) data.fill(0, (row * width + dot) * 4, (row * width + dot) * 4 + 3);
  return { data, width, height: HEIGHT, colorSpace: 'srgb' } as unknown as ImageData;
}
