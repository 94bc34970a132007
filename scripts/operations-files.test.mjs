// Lints the files that an operator copies from docs/operations, and compares them with the release that they start.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { root } from './lib/files.mjs';

const FOLDER = path.join(root, 'docs/operations');
const ARCHIVE_UNITS = ['bobina-archive.service', 'bobina-archive-backup.service'];
const UNITS = ['bobina.service', 'bobina-backup.service', 'bobina-backup.timer', ...ARCHIVE_UNITS];
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

/** Calls `use` with the path of a temporary file. */
function withFile(name, content, use) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-operations-'));
  try {
    const file = path.join(folder, name);
    fs.writeFileSync(file, content);
    return use(file);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
function read(file) {
  return fs.readFileSync(path.join(FOLDER, file), 'utf8');
}
function faultsOfContainerfile(content) {
  return validate(content).map(({ message }) => message);
}
function faultsOfCompose(file) {
  return new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] })
    .lintFiles([file], false)
    .flatMap(({ messages }) => messages.map(({ message }) => message));
}
function faultsOfUnits(files) {
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' });
  return status === 0 ? stderr : `${status}: ${stderr}`;
}

test('W27: the repository has an OCI recipe, a compose file with PostgreSQL and systemd units, each without a fault of its linter', async (t) => {
  await t.test('the OCI recipe', () => {
    assert.deepEqual(faultsOfContainerfile(read('Containerfile')), []);
    assert.equal(faultsOfContainerfile(read('Containerfile').replace('WORKDIR', 'WORKDRI')).length, 1, 'control');
  });
  await t.test('the compose file', () => {
    assert.match(read('compose.yaml'), /image: postgres:\d+/);
    // A superuser could run programs and rewrite append-only tables.
    assert.match(read('compose.yaml'), /DATABASE_URL: postgres:\/\/bobina_server:/);
    assert.deepEqual(faultsOfCompose(path.join(FOLDER, 'compose.yaml')), []);
    const faulty = read('compose.yaml').replace('condition: service_healthy', 'condition: service_is_fine');
    const faults = withFile('compose.yaml', faulty, (file) => faultsOfCompose(file));
    assert.notDeepEqual(faults, [], 'control');
  });
  await t.test('the systemd units', { skip: !hasSystemd && 'systemd-analyze is not installed' }, () => {
    assert.equal(faultsOfUnits(UNITS.map((file) => path.join(FOLDER, file))), '');
    const faulty = read('bobina.service').replace('KillMode=mixed', 'KillMode=gentle');
    const faults = withFile('bobina.service', faulty, (file) => faultsOfUnits([file]));
    assert.match(faults, /kill mode/, 'control');
  });
});

test('the compose file and the recipe name the release of this repository', () => {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  assert.ok(read('compose.yaml').includes(`RELEASE: bobina-${version}-linux-x64\n`));
  assert.ok(read('Containerfile').includes(`RELEASE=bobina-${version}-linux-x64 `));
});

test('the units of the archive differ from the others only in what they start and may write to', () => {
  const shared = (file) =>
    read(file)
      .split('\n')
      .filter((line) => !/^(#|ExecStart=|ReadWritePaths=|CacheDirectory=|Environment=)/.test(line));
  for (const file of ARCHIVE_UNITS) assert.deepEqual(shared(file), shared(file.replace('-archive', '')), file);
});

test('every unit hides the git folder of a clone', () => {
  for (const file of UNITS.filter((unit) => unit.endsWith('.service')))
    assert.match(read(file), /^InaccessiblePaths=-\/opt\/bobina\/\.git$/m, file);
});

test('nginx.conf redirects pages to https and refuses calls, and has TLS 1.2 and 1.3 with only authenticated ciphers', () => {
  const text = read('nginx.conf').replaceAll(/#.*/g, '');
  const plain = text.slice(text.lastIndexOf('server {'));
  assert.match(plain, /listen 80;/);
  assert.match(plain, /location ~ \^\/\(api\|metrics\)\(\/\|\$\) \{[^}]*return 403 /);
  assert.match(plain, /location \/ \{\s*return 301 https:\/\/\$host\$request_uri;/);
  assert.equal([...plain.matchAll(/return 30\d/g)].length, 1);
  assert.match(text, /ssl_protocols TLSv1\.2 TLSv1\.3;/);
  assert.match(text, /ssl_ciphers ECDHE\+AESGCM:ECDHE\+CHACHA20;/);
});
