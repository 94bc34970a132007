/**
 * `npm run sbom [-- <folder>]`: writes the software bill of materials of the release, `bobina-<version>.sbom.json`, in the
 * CycloneDX format. See docs/how-to/release.md.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './lib/files.mjs';

const MOST_BYTES = 256 * 1024 * 1024;

/**
 * Runs `npm sbom` and drops the modules that only development needs. Its own `--omit dev` also drops modules that the server loads, when
 * another workspace lists them as development dependencies.
 */
async function readSbom() {
  const { stdout } = await promisify(execFile)('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
    cwd: root,
    maxBuffer: MOST_BYTES,
  });
  const { components, dependencies, ...head } = JSON.parse(stdout);
  const kept = components.filter((component) => !isDevelopment(component));
  const known = new Set([head.metadata.component['bom-ref'], ...kept.map((component) => component['bom-ref'])]);
  return {
    ...head,
    components: kept,
    dependencies: dependencies
      .filter(({ ref }) => known.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => known.has(one)) })),
  };
}

function isDevelopment({ properties = [] }) {
  return properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');
}

const folder = path.resolve(process.argv[2] ?? path.join(root, 'dist'));
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const file = path.join(folder, `bobina-${version}.sbom.json`);
fs.mkdirSync(folder, { recursive: true });
fs.writeFileSync(file, `${JSON.stringify(await readSbom(), null, 2)}\n`);
console.log(file);
