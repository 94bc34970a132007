import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { round, toNumber } from '@bobina/contract/core/decimal.ts';
import { fieldProblem } from '@bobina/contract/core/parse.ts';
import type { Run, RunInput } from '@bobina/contract/production/runs.ts';
import { metresIn, remnantOf, type ReelUnit } from '@bobina/contract/stock/reel.rules.ts';
import type { ReelDetails } from '@bobina/contract/stock/reels.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { toast } from '../../../ui/toasts.ts';
import { RemnantDialog, type Remnant, type RemnantPreview } from '../../reels/index.ts';
import { refreshRuns } from '../refresh.ts';
import { Refusal } from '../Refusal.tsx';

interface Props {
  run: Pick<Run, 'id'>;
  input: RunInput;
  onClose: () => void;
}

/** Returns a mounted reel with its remnant, or finishes it, and shows the used quantity before it is booked. */
export function ReturnDialog({ run, input, onClose }: Props) {
  const { t } = useTranslation('runs');
  const formats = useFormats();
  const language = useLanguage();
  const unit = useUnit()(input.unit_of_measure);
  const reel = useQuery(api.reels.get.query({ id: input.batch_id }));
  const [refused, setRefused] = useState<unknown>(null);
  const title = t('return.title', { reel: input.batch_number });
  if (!reel.data)
    return (
      <Dialog onClose={onClose} title={title}>
        {reel.error ? <LoadFailed error={reel.error} onRetry={() => void reel.refetch()} /> : <Skeleton h={200} />}
      </Dialog>
    );
  const { data } = reel;
  const amount = (quantity: number) => formats.quantity(quantity, unit, 3);
  const preview = (remnant: Remnant): RemnantPreview => {
    const found = measured(data, remnant);
    if (!('faults' in found)) return found;
    const fields = found.faults.map(({ path, code, values }) => fieldProblem(language, path, code, values));
    throw new ApiProblem('VALIDATION', 400, fields[0]!.message, { fields });
  };
  const book = async (remnant: Remnant, options: { key: string }) => {
    setRefused(null);
    try {
      const target = { id: run.id, inputId: input.id, version: input.version };
      const used = await api.runs.returnInput({ ...target, body: remnant }, options);
      const values = { reel: input.batch_number, quantity: formats.quantity(used.quantity, unit, 3) };
      toast.success(t('return.saved', values), {
        takeBack: () => api.runs.removeReturn({ id: run.id, inputId: input.id }),
      });
      return input.quantity_left === null ? 0 : input.quantity_left - (used.quantity ?? 0);
    } catch (error) {
      setRefused(error);
      throw error;
    } finally {
      refreshRuns();
    }
  };
  return (
    <RemnantDialog
      reel={data}
      title={title}
      name="return"
      preview={preview}
      book={book}
      difference={({ quantity, quantity_before, m }) =>
        t('return.used', {
          quantity: amount(quantity_before - quantity),
          m: formats.quantity((data.m ?? m) - m, 'm', 1),
        })
      }
      failed={t('return.failed')}
      finish={(remnant) => ({ ...remnant, finish: true })}
      onClose={onClose}
    >
      {refused instanceof ApiProblem && refused.fields.length === 0 && (
        <Refusal refused={{ error: refused, fallback: t('return.failed') }} />
      )}
    </RemnantDialog>
  );
}

/** The remnant that a reading gives, computed by the rule of the server. */
function measured(reel: ReelDetails, remnant: Remnant) {
  const unit = reel.unit_of_measure as ReelUnit;
  const web = { width_mm: reel.width_mm, gsm: reel.gsm ?? 1 };
  const last = reel.readings.findLast(
    ({ od_mm, quantity_after, is_undone }) => od_mm !== null && quantity_after > 0 && !is_undone,
  );
  const found = remnantOf(remnant, {
    ...web,
    unit,
    tare_kg: reel.tare_kg,
    core_mm: reel.core_mm,
    caliper_um: reel.caliper_um,
    balance: reel.quantity,
    last_od: last && { od_mm: last.od_mm!, quantity: last.quantity_after },
  });
  if ('faults' in found) return found;
  const { quantity } = found;
  return {
    quantity_before: reel.quantity,
    quantity: toNumber(quantity),
    m: toNumber(round(metresIn(unit, quantity, web), 1)),
  };
}
