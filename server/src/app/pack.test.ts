/**
 * The archive of `npm run pack`, in a root with a few programs and libraries of every machine and nothing else: no
 * repository, no npm, no Node, no network.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { matrixTest } from '../testing/matrix.ts';

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-pack-'));
after(() => fs.rmSync(home, { recursive: true, force: true }));

const ROOT = path.join(import.meta.dirname, '../../..');

/** Programs of every machine. The archive must bring any other one. */
const PROGRAMS = 'sh cat chmod cp dirname env find gzip ls mkdir mv rm sed sha256sum tar';
/** Libraries of glibc and of GCC, which every machine with glibc has. The archive must bring any other one. */
const LIBRARIES = [
  'libc.so.6',
  'libdl.so.2',
  'libgcc_s.so.1',
  'libm.so.6',
  'libpthread.so.0',
  'libresolv.so.2',
  'librt.so.1',
  'libstdc++.so.6',
].join(' ');
/**
 * Unpacks the archive in the clean root, and starts the product as a user who can write to its data folder alone, signs
 * in, writes a row, makes a backup and stops it. The commands are those of the systemd units.
 */
const INSIDE = `
set -eu
ip link set lo up
mount -t tmpfs none "$1"
cd "$1"
mkdir -p usr/bin etc proc dev/shm tmp opt srv/bobina
ln -s usr/bin bin
place() { mkdir -p ".\${1%/*}"; cp -L "$1" ".$1"; }
for name in $4; do
  program=$(command -v $name)
  cp -L "$program" usr/bin/$name
  for library in $(ldd "$program" | grep -o '/[^ ]*'); do place "$library"; done
done
libraries=$(ldd /bin/sh | grep -o '/[^ ]*/libc[.]so[.]6')
for name in $5; do place "\${libraries%/*}/$name"; done
mount -t proc none proc
mount -t tmpfs -o mode=1777 none dev/shm
for name in null zero full random urandom tty; do : > dev/$name; mount --bind /dev/$name dev/$name; done
printf 'root:x:0:0::/root:/bin/sh\\nnobody:x:65534:65534::/:/bin/sh\\n' > etc/passwd
printf 'root:x:0:\\nnogroup:x:65534:\\n' > etc/group
chmod 1777 tmp
chown 65534:65534 srv/bobina
cp "$2" opt/bobina.tar.gz
clean() { "$(command -v env)" -i PATH=/usr/bin:/bin "$(command -v chroot)" "$@"; }
clean . /bin/sh -c '
  set -eu
  for name in npm npx node; do
    if command -v $name; then echo "the clean root has $name"; exit 1; fi
  done
  tar -xzf opt/bobina.tar.gz -C opt
'
clean --userspec=65534:65534 . /bin/sh -c '
  set -eu
  cd /opt/bobina-*
  ./bobina check
  export DATA_DIR=/srv/bobina
  command_of() { sed -n "s/^ExecStart=//p" "docs/operations/$1"; }
  PORT=3001 ADMIN_PASSWORD=Carta-e-cartone-9 LOG_LEVEL=error $(command_of bobina-archive.service) &
  server=$!
  ./node/bin/node -e "$0"
  $(command_of bobina-archive-backup.service)
  kill -TERM $server
  wait $server
' "$3"
`;
const CLIENT = `
const at = 'http://127.0.0.1:3001';
const ask = async (path, body, token) => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: 'Bearer ' + token }) };
  const answer = await fetch(at + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
  return { status: answer.status, text: await answer.text() };
};
(async () => {
  for (const name of ['sharp', '@napi-rs/canvas']) require(name); // the server loads them with the first image or document
  for (let tried = 0; tried < 600; tried++) {
    if (await fetch(at + '/api/health').then(({ ok }) => ok, () => false)) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const login = JSON.parse((await ask('/api/auth/login', { username: 'admin', password: 'Carta-e-cartone-9' })).text);
  const made = await ask('/api/machines', { code: 'TG-1', description: 'Taglierina' }, login.token);
  const page = await ask('/');
  console.log('machine ' + made.status + ', page ' + page.status + ' ' + /<script/.test(page.text));
})();
`;

/** Asserts the statements of the documentation about the archive. @param sizes bytes of the archive, and unpacked */
function assertDocumented(sizes: [archive: number, unpacked: number]) {
  const operations = fs.readFileSync(path.join(ROOT, 'docs/operations.md'), 'utf8');
  const section = operations.split(/^## /m).find((part) => part.startsWith('An archive without npm\n')) ?? '';
  const text = section.replaceAll(/\s+/g, ' ');
  const stated = /The archive has (\d+) MB, unpacked (\d+) MB/.exec(text)?.slice(1) ?? [];
  for (const [n, bytes] of sizes.entries()) {
    const megabytes = bytes / 1_000_000;
    assert.ok(Math.abs(Number(stated[n]) / megabytes - 1) < 0.1, `${stated[n]} MB instead of ${megabytes}`);
  }
  for (const sentence of [
    /the first start was ready after \d+ s and later ones after \d+/,
    /unpack the new archive beside the old one, make a backup, stop the old server and start the new one with the same `DATA_DIR`: the start applies the migrations/,
    /The way back is the backup: .* restore the backup with the old `[.]\/bobina restore` into a new `DATA_DIR`/,
  ])
    assert.match(text, sentence);
}

function hasNamespaces(): string | false {
  const tried = spawnSync('unshare', ['-mnp', '--fork', 'sh', '-c', 'ip link set lo up && mount -t tmpfs none /mnt']);
  return tried.status === 0 ? false : 'namespaces are not available here';
}

async function runInCleanRoot(archive: string, programs: string) {
  const root = fs.mkdtempSync(path.join(home, 'root-'));
  const args = ['-mnp', '--fork', 'sh', '-c', INSIDE, 'sh', root, archive, CLIENT, programs, LIBRARIES];
  const PATH = `${path.dirname(process.execPath)}:${process.env.PATH}`;
  const inside = spawn('unshare', args, { env: { ...process.env, PATH } });
  let output = '';
  for (const stream of [inside.stdout, inside.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((resolve) => inside.once('close', resolve));
  return { code, output };
}

matrixTest(
  'W26, W28: npm run pack makes one archive of server, interface, Node, modules and checksums that starts in a clean root without network or build, and the guide gives its sizes, start times, upgrade and way back',
  async (context) => {
    const missing = hasNamespaces();
    if (missing) return context.skip(missing);
    const packed = spawnSync(process.execPath, [path.join(ROOT, 'scripts/pack.mjs'), home], { encoding: 'utf8' });
    assert.equal(packed.status, 0, packed.stderr);
    const [archive] = fs.readdirSync(home).filter((name) => name.endsWith('.tar.gz'));
    const sums = spawnSync('sha256sum', ['--check', `${archive}.sha256`], { cwd: home });
    assert.equal(sums.status, 0, sums.stderr.toString());
    const listed = spawnSync('tar', ['-tzf', archive!], { cwd: home, encoding: 'utf8', maxBuffer: 1e8 }).stdout;
    for (const part of ['/bobina', '/SHA256SUMS', '/node/bin/node', '/web/dist/index.html', '/server/src/app/main.ts'])
      assert.ok(listed.includes(part), part);
    const unwanted = /^[^/]+\/(server\/src\/.*[.]test[.]ts|node_modules\/(vite|typescript|playwright-core)\/)/;
    assert.deepEqual(
      listed.split('\n').filter((name) => unwanted.test(name)),
      [],
    );

    const unpacked = spawnSync('gzip', ['--list', '--quiet', archive!], { cwd: home, encoding: 'utf8' }).stdout;
    const [compressed, uncompressed] = unpacked.trim().split(/\s+/).map(Number) as [number, number];
    assertDocumented([compressed, uncompressed]);
    assert.throws(() => assertDocumented([compressed * 1.2, uncompressed]), 'control');

    const { code, output } = await runInCleanRoot(path.join(home, archive!), PROGRAMS);
    assert.equal(code, 0, output);
    assert.match(output, /machine 201, page 200 true/);
    assert.match(output, /\/srv\/bobina\/backups\/bobina-\S+[.]backup[.]/);
    const control = await runInCleanRoot(path.join(home, archive!), `${PROGRAMS} node`);
    assert.notEqual(control.code, 0, 'control');
    assert.match(control.output, /the clean root has node/);
  },
);
