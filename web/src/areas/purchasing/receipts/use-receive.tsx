import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { useCan } from '../../../lib/session.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { SAVE_TIMEOUT } from '../calls.ts';
import type { TypedItem, TypedReceipt } from './receipt-form.ts';

/**
 * Returns a function that sends a receipt. After an OVER_RECEIPT error, users with the permission may confirm to record
 * it anyway.
 * @param name returns the name of a line for the confirmation, by its position
 */
export function useReceive(name: (index: number, item: TypedItem) => string) {
  const { t } = useTranslation('purchasing');
  const mayForce = useCan()('goods_receipts.force');
  const receive = (body: TypedReceipt, key: string) =>
    api.goodsReceipts.receive({ body }, { key, timeout: SAVE_TIMEOUT });
  return async ({ body }: { body: TypedReceipt }, { key }: { key: string }) => {
    try {
      return await receive(body, key);
    } catch (error) {
      if (!mayForce || !(error instanceof ApiProblem) || error.code !== 'OVER_RECEIPT') throw error;
      const excessive = error.fields.map(({ path }) => Number(path.split('.')[1])).filter((index) => body.items[index]);
      const message = (
        <>
          {error.message}. {t('receipt.forceText')}
          <ul>
            {excessive.map((index) => (
              <li key={index}>{name(index, body.items[index]!)}</li>
            ))}
          </ul>
        </>
      );
      const title = t('receipt.forceTitle');
      if (!(await confirm({ title, message, confirmLabel: t('receipt.force'), danger: true, isFinal: true })))
        throw error;
      // The body differs, so it needs another idempotency key; the key is derived, so that a retry is deduplicated.
      return receive({ ...body, force: true }, `${key}-force`);
    }
  };
}
