import { shownScan } from './scan-text.ts';

/** The SSCC of a scanned shipping label, with or without its identifier (00); null for other codes. */
export function ssccIn(scanned: string): string | null {
  return /^(?:00)?(\d{18})$/.exec(shownScan(scanned).replaceAll(/[()\s]/g, ''))?.[1] ?? null;
}
