/** Captures the SQL of one call and its results: recorded in the driver while the server responds in this process. */
import { Client, type QueryResult } from 'pg';

export interface Statement {
  text: string;
  values: readonly unknown[];
  rows: readonly Record<string, unknown>[];
}
type Answered = (error: Error | null, result: QueryResult) => void;
/** A statement with the statements that are pipelined before it in one message: see the server's preparing-client. */
type Sent = Partial<Pick<Statement, 'text' | 'values'>> & { ahead?: readonly Pick<Statement, 'text' | 'values'>[] };

/** Records every statement that any client of this process sends during `work`. */
export async function capture(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const record = (sent: Sent): Statement => {
    for (const { text, values } of sent.ahead ?? []) statements.push({ text, values, rows: [] });
    const statement = { text: sent.text ?? '', values: sent.values ?? [], rows: [] };
    statements.push(statement);
    return statement;
  };
  const original = Client.prototype.query;
  // oxlint-disable-next-line no-explicit-any -- the driver's overloads, passed through
  Client.prototype.query = function (this: Client, ...args: any[]): any {
    const [first, ...rest] = args;
    const statement = record(typeof first === 'string' ? { text: first, values: rest[0] } : (first as Sent));
    const answered = rest.findIndex((one) => typeof one === 'function');
    if (answered >= 0) {
      const callback = rest[answered] as Answered;
      rest[answered] = (error: Error | null, result: QueryResult) => {
        if (!error) statement.rows = result.rows as never;
        callback(error, result);
      };
    }
    const result: unknown = Reflect.apply(original, this, [first, ...rest]);
    if (result instanceof Promise)
      void result.then(
        (answer: QueryResult) => (statement.rows = answer.rows as never),
        () => {},
      );
    return result;
  } as typeof original;
  try {
    await work();
  } finally {
    Client.prototype.query = original;
  }
  return statements.filter(({ text }) => !/pg_notify|^listen|^select 1$/i.test(text));
}
