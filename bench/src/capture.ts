/** What SQL one call really sends, and what came back: recorded from the driver while the server answers in this process. */
import { Client, type QueryResult } from 'pg';

export interface Statement {
  text: string;
  values: readonly unknown[];
  rows: readonly Record<string, unknown>[];
}

/** Records every statement that any client of this process sends while `work` runs. */
export const capture = async (work: () => Promise<unknown>): Promise<Statement[]> => {
  const statements: { text: string; values: readonly unknown[]; rows: Record<string, unknown>[] }[] = [];
  const original = Client.prototype.query;
  // oxlint-disable-next-line no-explicit-any -- the driver's overloads, passed through
  Client.prototype.query = function (this: Client, ...args: any[]): any {
    const [first, second] = args;
    const statement = {
      text: typeof first === 'string' ? first : first.text,
      values: (typeof first === 'string' ? second : first.values) ?? [],
      rows: [],
    };
    statements.push(statement);
    const result: unknown = Reflect.apply(original, this, args);
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
};
