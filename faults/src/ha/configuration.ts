/** The files of docs/operations for one machine of the drill. */
import path from 'node:path';
import { offeredFile } from '../../../server/src/testing/offered-files.ts';

/** Where the machines of the drill are. */
export interface Place {
  /** The first three numbers of the addresses, such as `127.30.0`, instead of the documented `10.0.0`. */
  network: string;
  /** The folder of this machine. */
  folder: string;
}

/** Returns the file of a machine with etcd. @param number 1 to 3 */
export function etcdFile({ network, folder }: Place, number: number): string {
  const lines = offeredFile('etcd.env', [['/var/lib/etcd/bobina', path.join(folder, 'etcd')]]).split('\n');
  const own = lines.map((line) =>
    // This line names all members, on every machine.
    line.startsWith('ETCD_INITIAL_CLUSTER=')
      ? line
      : line.replaceAll('10.0.0.21', `10.0.0.2${number}`).replace('=etcd1', `=etcd${number}`),
  );
  return own.join('\n').replaceAll('10.0.0.', `${network}.`);
}

/** Returns the file of a machine with Patroni. @param number 1 to 3 @param binaries folder of PostgreSQL's programs */
export function patroniFile({ network, folder }: Place, number: number, binaries: string): string {
  return offeredFile('patroni.yml', [
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
  return offeredFile('haproxy.cfg', [
    ['127.0.0.1:5000', `${network}.1:5000`],
    ['10.0.0.', `${network}.`],
  ]);
}
