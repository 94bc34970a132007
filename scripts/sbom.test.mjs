// Makes the software bill of materials as an operator does, and compares it with the modules that the server loads.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { root } from './lib/files.mjs';
import { listRuntimeModules } from './lib/runtime-modules.mjs';

function read(file) {
  return fs.readFileSync(path.join(root, file), 'utf8');
}

test('X34: npm run sbom lists every module that the server loads, with its version, and the release has a CHANGELOG entry', async () => {
  const { version } = JSON.parse(read('package.json'));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-sbom-'));
  try {
    await promisify(execFile)('npm', ['run', 'sbom', '--', folder], { cwd: root });
    const sbom = JSON.parse(fs.readFileSync(path.join(folder, `bobina-${version}.sbom.json`), 'utf8'));
    assert.equal(sbom.bomFormat, 'CycloneDX');
    assert.equal(sbom.metadata.component.version, version);
    const listed = new Set(sbom.components.map((component) => decodeURIComponent(component.purl)));
    const { packages } = JSON.parse(read('package-lock.json'));
    const modules = listRuntimeModules();
    assert.ok(modules.length > 100);
    for (const module of modules) {
      const name = module.slice(module.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const purl = `pkg:npm/${packages[module].name ?? name}@${packages[module].version}`;
      assert.ok(listed.has(purl), purl);
    }
    const development = Object.entries(packages).filter(([, { dev }]) => dev === true);
    assert.ok(!listed.has(`pkg:npm/oxlint@${packages['node_modules/oxlint'].version}`) && development.length > 0);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  const [, entry = ''] = read('CHANGELOG.md').split(`\n## ${version}\n`);
  assert.match(entry, /^\n- /, `CHANGELOG.md says what is new in ${version}`);
});
