import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { useCan } from '../../../lib/session.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { SAVE_TIMEOUT } from '../calls.ts';
import type { TypedItem, TypedReceipt } from './receipt-form.ts';

/**
 * Sends a receipt. What exceeds the tolerance is refused; those who may are asked whether to record it anyway.
 * @param name how a line of the receipt is called in that question, by its position
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
      if (!(await confirm({ title: t('receipt.forceTitle'), message, confirmLabel: t('receipt.force'), danger: true })))
        throw error;
      // Another body wants another key; the same one for the same receipt, so that a retry is one act.
      return receive({ ...body, force: true }, `${key}-force`);
    }
  };
}
