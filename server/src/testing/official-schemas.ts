/**
 * The official schemas of electronic invoices. They are not part of this repository: OFFICIAL_SCHEMAS names a folder with
 * `fatturapa/FatturaPA_v*.xsd` (and the files that it imports) and `validate.sh FILE…`, which runs the official checks of
 * Factur-X (with `--fr` first also those for companies in France), prints `N valid` and exits with 0 when every file is valid.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';

const folder = process.env.OFFICIAL_SCHEMAS;
/** The `skip` option of a test that needs the schemas. */
export const skipWithoutSchemas = folder ? false : 'OFFICIAL_SCHEMAS is not set';

/** @throws an error with the lines that the schema refuses, when `source` is not a valid FatturaPA file */
export function assertFatturaPa(source: string): void {
  validator ??= readSchema();
  const document = XmlDocument.fromString(source);
  try {
    validator.validate(document);
  } finally {
    document.dispose();
  }
}

/**
 * Runs the official XSD and Schematron over Factur-X files. @param country FR also runs the rules of France
 * @throws an error with their findings
 */
export async function assertFacturX(files: readonly string[], country?: 'FR'): Promise<void> {
  const options = country === 'FR' ? ['--fr'] : [];
  const { stdout } = await promisify(execFile)(path.join(folder!, 'validate.sh'), [...options, ...files]).catch(
    (error) => {
      throw new Error(`${error.stdout}${error.stderr}`);
    },
  );
  assert.match(stdout, new RegExp(`^${files.length} valid$`, 'm'));
}

let validator: XsdValidator | undefined;
function readSchema(): XsdValidator {
  xmlRegisterFsInputProviders();
  const [file] = fs.globSync(path.join(folder!, 'fatturapa/FatturaPA_v*.xsd'));
  if (!file) throw new Error('no fatturapa/FatturaPA_v*.xsd in OFFICIAL_SCHEMAS');
  return XsdValidator.fromDoc(XmlDocument.fromBuffer(fs.readFileSync(file), { url: file }));
}
