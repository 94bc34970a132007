import { Alert, Button, Loader, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { CompletionPreview } from '@bobina/contract/production/loading.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { api } from '../../../lib/api/api.ts';
import { createIntention } from '../../../lib/api/keys.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { EMPTY, useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { showWarnings, toast } from '../../../ui/toasts.ts';
import { failureOf, refreshProduction } from '../item/calls.ts';
import classes from './status.module.css';
import { ChoicePicker } from '../../../ui/form/Picker.tsx';
import { DialogActions } from '../../../ui/overlay/DialogActions.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { FinalNote } from '../../../ui/overlay/FinalNote.tsx';

/** Shows the confirmation of a forced completion, with the quantity, batches and warehouse to be booked. */
export function ForceDialog({ item, onClose }: { item: ProductionItem; onClose: () => void }) {
  const { t } = useTranslation('production');
  const { t: common } = useTranslation();
  const [intention] = useState(createIntention);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const preview = useQuery({
    ...api.productionLoading.previewCompletion.query({ itemId: item.item_id }),
    gcTime: 0,
    retry: false,
  });
  const plan = preview.data;
  const warehouse = chosen ?? plan?.warehouse_id ?? null;

  const force = async () => {
    const input = { itemId: item.item_id, body: { warehouse_id: warehouse } };
    setBusy(true);
    setProblem(null);
    try {
      const done = await api.productionLoading.forceCompletion(input, { key: intention.keyFor(input) });
      toast.top.success(t('status.forcing.done'));
      showWarnings(done);
      onClose();
    } catch (error) {
      const text = failureOf(error, t('status.forcing.failed'));
      setProblem(text);
      toast.top.error(text);
      // Another user has completed the item: nothing is left to do.
      if (error instanceof ApiProblem && error.code === 'ALREADY_COMPLETED') onClose();
    }
    setBusy(false);
    refreshProduction();
  };
  return (
    <Dialog onClose={onClose} title={t('status.force')}>
      <Stack gap="md">
        {problem && (
          <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert">
            {problem}
          </Alert>
        )}
        <Text>{t('status.forcing.confirm')}</Text>
        {preview.error && !plan && <LoadFailed error={preview.error} onRetry={() => void preview.refetch()} />}
        {!plan && !preview.error && <Loader />}
        <FinalNote />
        {plan && <Plan item={item} plan={plan} warehouse={warehouse} onWarehouse={setChosen} />}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button
            color="red.8"
            loading={isBusy}
            disabled={!plan || (warehouse === null && plan.quantity > 0)}
            onClick={() => void force()}
            data-autofocus
          >
            {t('status.force')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

/** Shows the quantity, the batches and the warehouse to be booked; the warehouse can be changed. */
function Plan({
  item,
  plan,
  warehouse,
  onWarehouse,
}: {
  item: ProductionItem;
  plan: CompletionPreview;
  warehouse: number | null;
  onWarehouse: (id: number | null) => void;
}) {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const unit = useUnit()(plan.unit_of_measure);
  const warehouses = useQuery(api.warehouses.list.query({ query: { is_active: true, sort: 'name' } }));
  const proposed =
    plan.warehouse_id === null ? [] : [{ value: String(plan.warehouse_id), label: plan.warehouse_name ?? EMPTY }];
  const listed = warehouses.data?.rows.map(({ id, name }) => ({ value: String(id), label: name }));
  const batches = plan.batches
    .map(({ batch_number, quantity }) =>
      [batch_number ?? t('status.forcing.noBatch'), formats.quantity(quantity, unit)].join(': '),
    )
    .join(' · ');
  return (
    <>
      <dl className={classes.plan} aria-label={t('status.forcing.plan')}>
        <dt>{t('item.order_number')}</dt>
        <dd>
          <EntityLink kind="customer_order" id={item.order_id} text={plan.order_number} />
        </dd>
        <dt>{t('item.product')}</dt>
        <dd>
          <EntityLink kind="product" id={item.product_id} text={plan.code} />
        </dd>
        <dt>{t('item.quantity')}</dt>
        <dd>{formats.quantity(plan.quantity, unit)}</dd>
        <dt>{t('status.batch')}</dt>
        <dd>{batches || EMPTY}</dd>
      </dl>
      <ChoicePicker
        label={t('status.forcing.warehouse')}
        data={listed ?? proposed}
        value={warehouse === null ? null : String(warehouse)}
        clearable={false}
        onChange={(value) => onWarehouse(value === null ? null : Number(value))}
        error={warehouse === null ? t('status.forcing.warehouseRequired') : undefined}
        withAsterisk
      />
    </>
  );
}
