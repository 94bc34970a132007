/**
 * The files that operators copy from docs/operations, for one machine of the drill. Only names, addresses and folders
 * are replaced; each replaced text must occur in the file.
 */
import fs from 'node:fs';
import path from 'node:path';

const OFFERED = path.join(import.meta.dirname, '../../../docs/operations');
/** The files of docs/operations that the drill runs. */
export const FILES = ['etcd.env', 'patroni.yml', 'haproxy.cfg'] as const;

/** Where the machines of the drill are. */
export interface Place {
  /** The first three numbers of the addresses, such as `127.30.0`, instead of the documented `10.0.0`. */
  network: string;
  /** The folder of this machine. */
  folder: string;
}

/** Returns the file of a machine with etcd. @param number 1 to 3 */
export function etcdFile({ network, folder }: Place, number: number): string {
  const lines = read('etcd.env').split('\n');
  const own = lines.map((line) =>
    // This line names all members, on every machine.
    line.startsWith('ETCD_INITIAL_CLUSTER=')
      ? line
      : line.replaceAll('10.0.0.21', `10.0.0.2${number}`).replace('=etcd1', `=etcd${number}`),
  );
  return replace(own.join('\n'), [
    ['/var/lib/etcd/bobina', path.join(folder, 'etcd')],
    ['10.0.0.', `${network}.`],
  ]);
}

/** Returns the file of a machine with Patroni. @param number 1 to 3 @param binaries folder of PostgreSQL's programs */
export function patroniFile({ network, folder }: Place, number: number, binaries: string): string {
  return replace(read('patroni.yml'), [
    ['name: db1', `name: db${number}`],
    ['10.0.0.11:', `10.0.0.1${number}:`],
    // Connections within one machine come from 127.0.0.1.
    ['10.0.0.0/24', '127.0.0.0/8'],
    ['10.0.0.', `${network}.`],
    ['/var/lib/postgresql/15/bobina', path.join(folder, 'data')],
    ['/usr/lib/postgresql/15/bin', binaries],
    ['/var/run/postgresql', folder],
  ]);
}

/** Returns HAProxy's file. */
export function haproxyFile({ network }: Pick<Place, 'network'>): string {
  return replace(read('haproxy.cfg'), [
    ['127.0.0.1:5000', `${network}.1:5000`],
    ['10.0.0.', `${network}.`],
  ]);
}

function read(file: (typeof FILES)[number]): string {
  return fs.readFileSync(path.join(OFFERED, file), 'utf8');
}

function replace(text: string, pairs: readonly (readonly [from: string, to: string])[]): string {
  return pairs.reduce((filled, [from, to]) => {
    if (!filled.includes(from)) throw new Error(`docs/operations no longer has ${from}`);
    return filled.replaceAll(from, to);
  }, text);
}
