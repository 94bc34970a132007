/** A real nginx in front of the servers, with the configuration file from docs/operations.md. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { offeredFile } from '../../server/src/testing/offered-files.ts';
import { makeFolder } from './places.ts';
import { Skipped, type Stage } from './scenario.ts';

const START_MS = 20_000;

/**
 * Starts nginx. It stops with the stage. @returns the address of the proxy @throws Skipped when nginx or openssl is
 * missing
 */
export async function startNginx(stage: Stage, servers: readonly { url: string }[]): Promise<string> {
  requireNginx();
  const folder = makeFolder(stage);
  const { key, certificate } = makeCertificate(folder);
  const [secure, plain] = [await findFreePort(), await findFreePort()];
  const addresses = servers.map(({ url }) => new URL(url).host);
  const ports = { secure: `127.0.0.1:${secure}`, plain: `127.0.0.1:${plain}` };
  fs.writeFileSync(path.join(folder, 'bobina.conf'), nginxFile({ servers: addresses, certificate, key, ...ports }));
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

/** Checks that the programs of startNginx are installed. @throws Skipped when one is missing */
export function requireNginx(): void {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'pipe' });
    execFileSync('openssl', ['version'], { stdio: 'pipe' });
  } catch {
    throw new Skipped('nginx or openssl is not installed on this machine');
  }
}

/** Where nginx, its servers and its certificate are. */
export interface Proxy {
  /** Addresses of the servers. */
  servers: readonly string[];
  certificate: string;
  key: string;
  /** The ports of nginx: `443` and `80` on the machine of an operator. */
  secure: string;
  plain: string;
}

/** Returns the file of nginx. */
export function nginxFile({ servers, certificate, key, secure, plain }: Proxy): string {
  const limits = 'max_fails=1 fail_timeout=2s;';
  const line = (address: string) => `server ${address} ${limits}`;
  return offeredFile('nginx.conf', [
    [`${line('127.0.0.1:3001')}\n  ${line('127.0.0.1:3002')}`, servers.map(line).join('\n  ')],
    ['/etc/ssl/bobina.crt', certificate],
    ['/etc/ssl/private/bobina.key', key],
    ['listen 443', `listen ${secure}`],
    ['listen 80', `listen ${plain}`],
  ]);
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
