import type { Call } from '../../lib/api/client.ts';
import { api } from '../../lib/api/api.ts';
import { problemText } from '../../lib/api/problem.ts';

/** Milliseconds that a purchase order call may take, and a save of one. */
export const READ_TIMEOUT = 15_000;
export const SAVE_TIMEOUT = 30_000;

/** A call with a time-out of its own. @param onFailed told of every failed query, besides what the screen shows */
export function patient<Input, Output>(
  call: Call<Input, Output>,
  onFailed: (error: unknown) => void = () => {},
  timeout = READ_TIMEOUT,
): Call<Input, Output> {
  type Loose = (input?: unknown, options?: object) => Promise<Output>;
  const query = (input?: unknown, options?: object) => {
    const { queryKey, queryFn } = (call.query as (...args: unknown[]) => ReturnType<typeof call.query>)(input, {
      timeout,
      ...options,
    });
    return {
      queryKey,
      queryFn: async (context: { signal: AbortSignal }) => {
        try {
          return await queryFn(context);
        } catch (error) {
          if (!context.signal.aborted) onFailed(error);
          throw error;
        }
      },
    };
  };
  return Object.assign(
    (input?: unknown, options?: object) => (call as unknown as Loose)(input, { timeout, ...options }),
    { key: call.key, query },
  ) as unknown as Call<Input, Output>;
}

/** What a change of an order or a receipt shows in. */
export const CHANGED_BY_RECEIPT = ['purchaseOrders', 'goodsReceipts', 'stock', 'stockMovements', 'valuation'] as const;
export const readOrder = patient(api.purchaseOrders.get);

/** What failed, and why where that helps: it took too long, or was refused. */
export function failureText(failed: string, error: unknown): string {
  const why = problemText(error, '');
  return why ? `${failed}: ${why}` : failed;
}
