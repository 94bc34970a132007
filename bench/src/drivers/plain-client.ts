/**
 * The server's database client without pipelining, for compare-drivers. `BENCH_DRIVER=plain` sends text and values as
 * `pg` does by default; `named` prepares the same statements as the server, through the public `name` option.
 */
import { createHash } from 'node:crypto';
import { Client } from 'pg';

export {
  QUERY_TIMEOUT_MS,
  PIPELINED,
  READ_ONLY_EVENT,
} from '../../../server/src/platform/database/preparing-client.ts';

const PREPARES = process.env.BENCH_DRIVER === 'named';
const names = new Map<string, string>();

export class PreparingClient extends Client {
  // oxlint-disable-next-line no-explicit-any -- the driver's overloads, passed through
  override query(...args: any[]): any {
    const [text, values] = args;
    const name = PREPARES && args.length === 2 && typeof text === 'string' ? statementName(text) : undefined;
    if (name) return Reflect.apply(super.query, this, [{ name, text, values }]);
    return Reflect.apply(super.query, this, args);
  }
}

function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (!/^\s*(select|insert|update|delete|with|call|begin|start transaction)\b/i.test(text) || / like /i.test(text))
    return undefined;
  const name = `s_${createHash('sha1').update(text).digest('base64url')}`;
  names.set(text, name);
  return name;
}
