/** What SQL one call really sends: recorded from the driver while the server answers it in this process. */
import { Client } from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
}

/** Records every statement that any client of this process sends while `work` runs. */
export const capture = async (work: () => Promise<unknown>): Promise<Statement[]> => {
  const statements: Statement[] = [];
  // oxlint-disable-next-line unbound-method -- put back as it was
  const original = Client.prototype.query;
  // oxlint-disable-next-line no-explicit-any -- the driver's overloads, passed through
  Client.prototype.query = function (this: Client, ...args: any[]): any {
    const [first, second] = args;
    const sent: Statement = typeof first === 'string' ? { text: first, values: second ?? [] } : { text: first.text, values: first.values ?? [] };
    statements.push(sent);
    return Reflect.apply(original, this, args);
  } as typeof original;
  try {
    await work();
  } finally {
    Client.prototype.query = original;
  }
  return statements.filter(({ text }) => !/pg_notify|^listen/i.test(text));
};
