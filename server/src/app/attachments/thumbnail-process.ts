/** `node thumbnail-process.ts <file> <media type>` writes a thumbnail of the file to the standard output, as WebP. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { THUMBNAIL_PIXELS } from '@bobina/contract/system/attachments.ts';

/** Larger pictures have no thumbnail: an interlaced one is decoded as a whole, 4 bytes per pixel. */
const MOST_PIXELS = 64_000_000;
const QUALITY = 75;

const [, , file, type] = process.argv as [string, string, string, string];
process.stdout.write(type === 'application/pdf' ? await ofPdf(file) : await ofPicture(file));

async function ofPicture(picture: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp(picture, { limitInputPixels: MOST_PIXELS, sequentialRead: true, pages: 1, failOn: 'error' })
    .autoOrient()
    .resize({ width: THUMBNAIL_PIXELS, height: THUMBNAIL_PIXELS, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
}

/** The first page on white. Scripts of a PDF are never run. */
async function ofPdf(pdf: string): Promise<Buffer> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const parts = path.join(path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'))), '/');
  const loading = getDocument({
    data: new Uint8Array(fs.readFileSync(pdf)),
    verbosity: VerbosityLevel.ERRORS,
    maxImageSize: MOST_PIXELS,
    standardFontDataUrl: path.join(parts, 'standard_fonts/'),
    cMapUrl: path.join(parts, 'cmaps/'),
    wasmUrl: path.join(parts, 'wasm/'),
    disableFontFace: true,
    stopAtErrors: true,
  });
  const page = await (await loading.promise).getPage(1);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: Math.min(THUMBNAIL_PIXELS / width, THUMBNAIL_PIXELS / height) });
  const dots = (points: number) => Math.min(THUMBNAIL_PIXELS, Math.max(1, Math.round(points)));
  const canvas = createCanvas(dots(viewport.width), dots(viewport.height));
  await page.render({ canvas: canvas as never, viewport }).promise;
  return canvas.encode('webp', QUALITY);
}
