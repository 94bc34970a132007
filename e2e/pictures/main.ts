/** Takes the README's pictures of the demo company. The only argument is the folder, by default `docs/images/after`. */
import path from 'node:path';
import { startDemoCompany } from '../../server/src/testing/demo-company.ts';
import { openBrowser } from '../support/browser.ts';
import { takePictures } from './take-pictures.ts';

const folder = process.argv[2] ?? path.join(import.meta.dirname, '../../docs/images/after');
const company = await startDemoCompany();
const browser = await openBrowser();
await takePictures(browser, company.url, company.admin, folder);
await browser.close();
await company.close();
process.exit(0); // the test cluster that it may have started ends with the process
