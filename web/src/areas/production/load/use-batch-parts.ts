import { useTranslation } from 'react-i18next';
import type { LoadPreview } from '@bobina/contract/production/loading.ts';
import { useFormats } from '../../../lib/formats.ts';

type Parts = LoadPreview['items'][number]['batches'];

/** Writes the batches of a load with their quantities, as in `lotto L1: 600 scat. · lotto L2: 350 scat.` */
export function useBatchParts(): (parts: Parts, unit: string) => string {
  const { t } = useTranslation('production');
  const formats = useFormats();
  return (parts, unit) =>
    parts
      .map(({ batch_number, quantity }) =>
        batch_number === null
          ? formats.quantity(quantity, unit)
          : t('load.part', { batch: batch_number, quantity: formats.quantity(quantity, unit) }),
      )
      .join(' · ');
}
