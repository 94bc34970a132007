import type { Call } from '../../lib/api/client.ts';
import { api } from '../../lib/api/api.ts';
import { problemText } from '../../lib/api/problem.ts';

/** Time-outs in milliseconds: of a purchase order call, and of saving an order. */
export const READ_TIMEOUT = 15_000;
export const SAVE_TIMEOUT = 30_000;

/**
 * Wraps a call with its own time-out.
 * @param onFailed called for every failed query, in addition to the error on the screen
 * @param timeout milliseconds
 */
export function withTimeout<Input, Output>(
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
    { key: call.key, path: call.path, query },
  ) as unknown as Call<Input, Output>;
}

/** Query groups to refetch after a change of an order or a receipt. */
export const CHANGED_BY_RECEIPT = ['purchaseOrders', 'goodsReceipts', 'stock', 'stockMovements', 'valuation'] as const;
export const readOrder = withTimeout(api.purchaseOrders.get);

/** Returns the failure message, with the reason where the error has one for the user. */
export function failureText(failed: string, error: unknown): string {
  const why = problemText(error, '');
  return why ? `${failed}: ${why}` : failed;
}
