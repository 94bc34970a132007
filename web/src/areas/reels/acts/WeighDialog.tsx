import { useTranslation } from 'react-i18next';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import { trackActs } from '../../../lib/api/acts.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { toast } from '../../../ui/toasts.ts';
import { RemnantDialog } from './RemnantDialog.tsx';

/** Weighs or measures a reel in the warehouse, and books the difference. */
export function WeighDialog({ reel, onClose }: { reel: Reel; onClose: () => void }) {
  const { t } = useTranslation('reels');
  const formats = useFormats();
  const unit = useUnit()(reel.unit_of_measure);
  const amount = (quantity: number) => formats.quantity(quantity, unit, 3);
  const target = { id: reel.batch_id, version: reel.version };
  return (
    <RemnantDialog
      reel={reel}
      title={t('weigh.title', { code: reel.code })}
      name="weigh"
      preview={(remnant) => api.reels.weigh({ ...target, body: { ...remnant, dry_run: true } })}
      book={async (remnant, options) => {
        const acts = trackActs();
        const { quantity } = await api.reels.weigh({ ...target, body: remnant }, { ...options, ...acts.options });
        toast.success(t('weigh.saved', { code: reel.code, quantity: amount(quantity) }), acts);
        return quantity;
      }}
      difference={({ quantity, quantity_before }) => `${t('weigh.difference')}: ${amount(quantity - quantity_before)}`}
      failed={t('weigh.failed')}
      finish={() => ({ empty: true })}
      onClose={onClose}
    />
  );
}
