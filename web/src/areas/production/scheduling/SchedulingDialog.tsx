import { Alert, Button } from '@mantine/core';
import { IconPrinter, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemScheduling, ProductionItem } from '@bobina/contract/production/items.ts';
import type { Scheduling } from '@bobina/contract/production/scheduling.ts';
import { api } from '../../../lib/api/api.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { EntityLoader } from '../../../ui/page/EntityLoader.tsx';
import { toast } from '../../../ui/toasts.ts';
import { refreshScheduling } from './calls.ts';
import { initialOf, mostOf, schedulingSchema } from './scheduling-form.ts';
import { SchedulingSummary } from './SchedulingSummary.tsx';
import { SchedulingFields } from './SchedulingFields.tsx';
import { usePrintSheet } from './use-print-sheet.ts';
import { useUnschedule } from './use-unschedule.tsx';

interface Opened {
  /** The current item: its summary follows changes by other users, the typed values do not. */
  item: ProductionItem;
  job: ItemScheduling | undefined;
  onClose: () => void;
}

function SchedulingForm({ item, job, onClose }: Opened) {
  const { t } = useTranslation('production');
  const { t: common } = useTranslation();
  const language = useLanguage();
  const unitOf = useUnit();
  const printSheet = usePrintSheet();
  const unschedule = useUnschedule();
  const most = mostOf(item, job);
  const handle = useEntityForm({
    schema: schedulingSchema(item, job, unitOf(item.unit_of_measure)),
    initial: initialOf(item, job, language),
    version: job?.version,
    openBy: 'item',
    saysOnTop: true,
    failure: t('scheduling.saveFailed'),
    save: async ({ body: { order_item_id, ...rest }, version }, options): Promise<Scheduling> => {
      try {
        return job
          ? await api.productionScheduling.update({ id: job.id, body: rest, version }, options)
          : await api.productionScheduling.create({ body: { order_item_id, ...rest } }, options);
      } catch (error) {
        refreshScheduling(); // another user may have scheduled a part: reloads what remains
        throw error;
      }
    },
    onSaved: ({ machine_code }) => {
      toast.top.success(t('scheduling.saved', { machine: machine_code }));
      refreshScheduling();
      onClose();
    },
  });
  const { form } = handle;
  const machine = form.useWatchValue('machine_id') as number | null;
  const quantity = form.useWatchValue('quantity_to_produce') as unknown;
  const time = form.useWatchValue('production_time') as string;
  const isPrintable = machine !== null && typeof quantity === 'number' && quantity > 0 && time.trim() !== '';
  const print = () => {
    const { notes } = form.getValues() as { notes: string };
    printSheet(item, { machine_id: machine!, quantity_to_produce: quantity as number, production_time: time, notes });
  };
  const remove = async () => {
    if (!job || !(await unschedule(item, job))) return;
    form.resetDirty();
    onClose();
  };
  return (
    <FormDialog
      handle={handle}
      title={t(job ? 'scheduling.editTitle' : 'scheduling.newTitle')}
      onClose={onClose}
      savingLabel={t('scheduling.saving')}
      actions={
        <>
          {job && (
            <Button
              variant="subtle"
              color="red"
              me="auto"
              leftSection={<IconTrash size={17} />}
              onClick={() => void remove()}
            >
              {t('scheduling.remove')}
            </Button>
          )}
          <Button variant="default" leftSection={<IconPrinter size={17} />} disabled={!isPrintable} onClick={print}>
            {common('action.print')}
          </Button>
        </>
      }
    >
      <Wide>
        <SchedulingSummary item={item} />
      </Wide>
      {most <= 0 && (
        <Wide>
          <Alert color="yellow" variant="light">
            {t('scheduling.nothingLeft')}
          </Alert>
        </Wide>
      )}
      <SchedulingFields item={item} most={most} />
      <DayField name="not_before" label={t('scheduling.notBefore')} />
      <Wide>
        <TextAreaField name="notes" label={t('scheduling.notes')} />
      </Wide>
    </FormDialog>
  );
}

/** Closes the dialog when the URL names a scheduling that no longer exists. */
function Lost({ onLost }: { onLost: () => void }) {
  const notify = useEffectEvent(onLost);
  useEffect(() => notify(), []);
  return null;
}

/** Shows the form that schedules an item or its remainder, or changes one of its schedulings. */
function SchedulingDialog({
  itemId,
  schedulingId,
  onClose,
}: {
  itemId: number;
  schedulingId: number | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('production');
  const item = useQuery(api.productionItems.get.query({ itemId }));
  const onLost = () => {
    toast.top.error(t('scheduling.loadFailed'));
    onClose();
  };
  return (
    <EntityLoader query={item} onFailed={onLost} waiting={null}>
      {(loaded) => {
        const job = loaded.schedulings.find(({ id }) => id === schedulingId);
        if (schedulingId !== undefined && !job) return <Lost onLost={onLost} />;
        return <SchedulingForm item={item.data ?? loaded} job={job} onClose={onClose} />;
      }}
    </EntityLoader>
  );
}
export default SchedulingDialog;
