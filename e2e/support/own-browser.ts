/** A separate browser with a profile on the disk, so that a test can close it and start it again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import type { Session } from '../../server/src/testing/api.ts';
import { findBrowser } from './find-browser.ts';

const WAIT_MS = 20_000;

export interface OwnBrowser {
  /** Starts the browser with the profile. */
  start(): Promise<BrowserContext>;
  /** Deletes the profile. */
  remove(): void;
}

/** Creates an empty profile. */
export function createProfile(): OwnBrowser {
  const folder = mkdtempSync(path.join(tmpdir(), 'bobina-profile-'));
  return {
    start: async () => {
      const context = await chromium.launchPersistentContext(folder, {
        ...(await findBrowser()),
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        locale: 'it-IT',
      });
      context.setDefaultTimeout(WAIT_MS);
      return context;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Puts a session into the browser's storage and opens a path. */
export async function signInTo(context: BrowserContext, url: string, session: Session, at: string): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${url}/icon.svg`);
  const { body: user } = await session.get('/auth/me');
  await page.evaluate(
    ([token, stored]) => {
      localStorage.setItem('token', token!);
      localStorage.setItem('user', stored!);
      localStorage.setItem('language', 'it');
    },
    [session.token, JSON.stringify(user)] as [string, string],
  );
  await page.goto(`${url}${at}`);
  return page;
}
