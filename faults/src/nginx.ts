/** A real nginx in front of the servers, with the configuration file from docs/operations.md. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from './places.ts';
import { Skipped, type Stage } from './scenario.ts';

const OFFERED = path.join(import.meta.dirname, '../../docs/operations/nginx.conf');
const START_MS = 20_000;

/**
 * Starts nginx. It stops with the stage. @returns the address of the proxy @throws Skipped when nginx or openssl is
 * missing
 */
export async function startNginx(stage: Stage, servers: readonly { url: string }[]): Promise<string> {
  const folder = makeFolder(stage);
  try {
    execFileSync('nginx', ['-v'], { stdio: 'pipe' });
    execFileSync('openssl', ['version'], { stdio: 'pipe' });
  } catch {
    throw new Skipped('nginx or openssl is not installed on this machine');
  }
  const { key, certificate } = makeCertificate(folder);
  const [secure, plain] = [await findFreePort(), await findFreePort()];
  const upstream = servers.map(({ url }) => `server ${new URL(url).host} max_fails=1 fail_timeout=2s;`).join('\n  ');
  const offered = fs
    .readFileSync(OFFERED, 'utf8')
    .replace(/server 127\.0\.0\.1:3001[^]*?server 127\.0\.0\.1:3002[^\n]*/, upstream)
    .replace('/etc/ssl/bobina.crt', certificate)
    .replace('/etc/ssl/private/bobina.key', key)
    .replace('listen 443', `listen 127.0.0.1:${secure}`)
    .replace('listen 80', `listen 127.0.0.1:${plain}`);
  fs.writeFileSync(path.join(folder, 'bobina.conf'), offered);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  fs.writeFileSync(
    path.join(folder, 'nginx.conf'),
    `pid ${folder}/nginx.pid; error_log ${folder}/error.log; worker_processes 2; events { worker_connections 1024; }
    http { access_log off; ${temporary} include ${folder}/bobina.conf; }`,
  );
  const configured = ['-p', folder, '-c', path.join(folder, 'nginx.conf')];
  execFileSync('nginx', ['-t', ...configured], { stdio: 'pipe' });
  const nginx = spawn('nginx', [...configured, '-g', 'daemon off;'], { stdio: 'ignore' });
  stage.defer(async () => {
    if (nginx.exitCode !== null) return;
    const gone = once(nginx, 'exit');
    nginx.kill('SIGTERM');
    await gone;
  });
  const url = `https://127.0.0.1:${secure}`;
  for (const deadline = Date.now() + START_MS; ; await sleep(50)) {
    if ((await fetch(`${url}/api/health`).catch(() => undefined))?.ok) return url;
    if (Date.now() > deadline) throw new Error(fs.readFileSync(path.join(folder, 'error.log'), 'utf8'));
  }
}

async function findFreePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Creates a certificate for 127.0.0.1 that this process trusts. */
function makeCertificate(folder: string) {
  const [key, certificate] = [path.join(folder, 'bobina.key'), path.join(folder, 'bobina.crt')];
  const subject = ['-subj', '/CN=bobina', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate, ...subject],
    { stdio: 'pipe' },
  );
  tls.setDefaultCACertificates([...tls.getCACertificates('bundled'), fs.readFileSync(certificate, 'utf8')]);
  return { key, certificate };
}
