import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { findFreePort } from '../platform/embedded-postgres/free-port.ts';
import { prepareBinaries } from '../platform/embedded-postgres/native-binaries.ts';
import { chooseUser } from '../platform/embedded-postgres/run-as.ts';

/** A streaming replica of a test cluster on this machine. */
export interface TestReplica {
  urlOf(database: string): string;
  stop(): Promise<void>;
}

/** Files that a copy of a running cluster must not contain. */
const LEFT_BEHIND = /[/\\](postmaster\.pid|postmaster\.opts|pg_wal[/\\].+|pg_replslot[/\\].+|pgsql_tmp.*)$/;

/**
 * Copies a running cluster as a physical backup does, and starts the copy as a streaming replica. @param adminUrl of
 * the primary
 */
export async function startReplica(adminUrl: string): Promise<TestReplica> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-replica-'));
  fs.chmodSync(home, 0o755);
  const dir = path.join(home, 'postgres');
  const primary = new Client(adminUrl);
  await primary.connect();
  const { rows } = await primary.query<{ dir: string }>(`select current_setting('data_directory') as dir`);
  const source = rows[0]!.dir;
  await primary.query(`select pg_backup_start('replica', true)`);
  fs.cpSync(source, dir, { recursive: true, filter: (file) => !LEFT_BEHIND.test(file) });
  const stopped = await primary.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
  await primary.end();

  const { hostname, port: from, username, password } = new URL(adminUrl);
  fs.mkdirSync(path.join(dir, 'pg_wal'), { recursive: true });
  fs.writeFileSync(path.join(dir, 'backup_label'), stopped.rows[0]!.label);
  fs.writeFileSync(path.join(dir, 'standby.signal'), '');
  const conninfo = `host=${hostname} port=${from} user=${username} password=${decodeURIComponent(password)}`;
  fs.appendFileSync(path.join(dir, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  const as = chooseUser(source);
  if (as.uid !== undefined) changeOwner(dir, as.uid, as.gid!);
  fs.chmodSync(dir, 0o700);

  const port = await findFreePort();
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', shared_buffers: '64MB' };
  const server = spawn(
    path.join(prepareBinaries(as, home), 'bin/postgres'),
    ['-D', dir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...as, cwd: dir, stdio: 'ignore' },
  );
  const endAtExit = () => server.kill('SIGQUIT');
  process.once('exit', endAtExit);
  const urlOf = (database: string) => {
    const url = new URL(adminUrl);
    url.port = String(port);
    url.pathname = `/${database}`;
    return url.href;
  };
  await untilReady(urlOf('postgres'));
  return {
    urlOf,
    stop: async () => {
      process.off('exit', endAtExit);
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGINT');
        await once(server, 'exit');
      }
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
}

function changeOwner(dir: string, uid: number, gid: number): void {
  fs.chownSync(dir, uid, gid);
  for (const name of fs.readdirSync(dir, { recursive: true, encoding: 'utf8' }))
    fs.lchownSync(path.join(dir, name), uid, gid);
}

async function untilReady(url: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; await sleep(50)) {
    const client = new Client(url);
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
