import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { findBrowser, findInstalled, hasNpmChromium } from './find-browser.ts';

const installed = findInstalled();

test('the default browser opens a page', () => opensPage(undefined));

test('a browser of the system opens a page', { skip: !installed && 'none is installed' }, () => opensPage(installed));

test(
  'the browser is the one from npm where it exists, unless CHROME_PATH names another',
  { skip: !hasNpmChromium() && 'npm brings one for x64 Linux alone' },
  async () => {
    assert.match(await pathWith(undefined), /node_modules/);
    assert.equal(await pathWith(process.execPath), process.execPath);
  },
);

test('a CHROME_PATH that names no file is an error', async () => {
  await assert.rejects(pathWith('/nowhere/chromium'), /CHROME_PATH names no file: [/]nowhere[/]chromium/);
});

/** The browser that is found with this CHROME_PATH. */
async function launchOptions(wanted: string | undefined) {
  const before = process.env.CHROME_PATH;
  if (wanted === undefined) delete process.env.CHROME_PATH;
  else process.env.CHROME_PATH = wanted;
  try {
    return await findBrowser();
  } finally {
    if (before === undefined) delete process.env.CHROME_PATH;
    else process.env.CHROME_PATH = before;
  }
}

async function pathWith(wanted: string | undefined): Promise<string> {
  return (await launchOptions(wanted)).executablePath;
}

async function opensPage(wanted: string | undefined): Promise<void> {
  const browser = await chromium.launch(await launchOptions(wanted));
  try {
    const page = await browser.newPage();
    await page.setContent('<title>Bobina</title><p>carta</p>');
    assert.equal(await page.title(), 'Bobina');
    assert.ok((await page.locator('p').boundingBox())!.height > 0);
  } finally {
    await browser.close();
  }
}
