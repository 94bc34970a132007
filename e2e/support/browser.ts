import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type Download, type Page } from 'playwright-core';
import { findBrowser } from './find-browser.ts';

/**
 * Connects to the Chromium that a run shares (TEST_BROWSER_URL), otherwise launches one for this file.
 * @param isForWalk launches one whose pages live for minutes
 */
export async function openBrowser(isForWalk = false): Promise<Browser> {
  const shared = process.env.TEST_BROWSER_URL;
  return shared && !isForWalk ? chromium.connect(shared) : chromium.launch(await findBrowser(isForWalk));
}

/** Saves the downloads of a page to a local path, which Playwright does not support for a remote browser. */
export function keepDownloads(page: Page): void {
  if (!process.env.TEST_BROWSER_URL) return;
  page.on('download', (download: Download) => {
    download.path = async () => {
      const file = path.join(downloadFolder(), String(downloads++));
      await download.saveAs(file);
      return file;
    };
  });
}

let folder: string | undefined;
let downloads = 0;

function downloadFolder(): string {
  if (folder) return folder;
  const created = mkdtempSync(path.join(tmpdir(), 'bobina-downloads-'));
  process.once('exit', () => rmSync(created, { recursive: true, force: true }));
  return (folder = created);
}
