import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import { batchIn } from '@bobina/contract/core/read-scan.ts';
import { OutputInput, type Run, type RunOutput } from '@bobina/contract/production/runs.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Reel, ReelInput } from '@bobina/contract/stock/reels.ts';
import { api } from '../../../lib/api/api.ts';
import { createIntention } from '../../../lib/api/keys.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { useFormats } from '../../../lib/formats.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form-context.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { Picker } from '../../../ui/form/Picker.tsx';
import { productName, WarehousePicker } from '../../../ui/form/pickers.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { askAboutDoubts } from '../../../ui/overlay/ask-about-doubts.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { ScanField } from '../../../ui/scan/CameraButton.tsx';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { showWarnings, toast } from '../../../ui/toasts.ts';
import { ReelRowsDialog } from '../../reels/index.ts';
import { refreshRuns } from '../refresh.ts';
import { Refusal } from '../Refusal.tsx';
import classes from '../runs.module.css';
import { numberDoubts, quantityDoubts, weightDoubts, weightOfOutput, weightOfReels } from './made-doubts.ts';

export interface Made {
  outputs: readonly RunOutput[];
  reels: readonly Reel[];
}

interface Props {
  run: Run;
  /** The quantity of the job, in the unit of its product. */
  ordered: number | undefined;
  /** What is left to make of the job, in the unit of its product. */
  rest: number | undefined;
  onMade: (made: Made) => void;
  onClose: () => void;
}

/**
 * Records an output of the run: reels with their measures, or a quantity of a batch. Without a job the product is
 * asked first.
 */
export function MadeDialog(props: Props) {
  const { t } = useTranslation('runs');
  const { t: common } = useTranslation();
  const { run, onClose } = props;
  const [chosen, setChosen] = useState<number | null>(() => run.product_id ?? run.outputs.at(-1)?.product_id ?? null);
  const [isAsked, setAsked] = useState(run.product_id === null);
  const product = useQuery({ ...api.products.get.query({ id: chosen ?? 0 }), enabled: chosen !== null });
  if (isAsked)
    return (
      <Dialog onClose={onClose} title={t('made.title')} size="lg">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            if (chosen !== null) setAsked(false);
          }}
        >
          <Stack>
            <Picker<Product>
              data-autofocus
              label={t('made.product')}
              list={api.products.list}
              get={api.products.get}
              query={{ status: 'active' }}
              nameOf={productName}
              value={chosen}
              onChange={setChosen}
            />
            <div className={classes.foot}>
              <Button variant="default" size="md" onClick={onClose}>
                {common('action.cancel')}
              </Button>
              <Button type="submit" size="md" disabled={chosen === null}>
                {t('made.next')}
              </Button>
            </div>
          </Stack>
        </form>
      </Dialog>
    );
  if (!product.data)
    return (
      <Dialog onClose={onClose} title={t('made.title')} size="lg">
        {product.error ? (
          <LoadFailed error={product.error} onRetry={() => void product.refetch()} />
        ) : (
          <Skeleton h={200} />
        )}
      </Dialog>
    );
  return product.data.is_reel ? (
    <MadeReels {...props} product={product.data} />
  ) : (
    <MadeBatch {...props} product={product.data} />
  );
}

function useMadeForm({ run, onMade, onClose }: Props) {
  const { t } = useTranslation('runs');
  const formats = useFormats();
  const unitOf = useUnit();
  return (made: Made) => {
    const lines = made.outputs.map(({ batch_number, quantity, unit_of_measure }) =>
      [batch_number, formats.quantity(quantity, unitOf(unit_of_measure), 3)].filter(Boolean).join(' · '),
    );
    const takeBack = async () => {
      for (const output of made.outputs.toReversed()) await api.runs.removeOutput({ id: run.id, outputId: output.id });
    };
    toast.success(t('made.saved'), { takeBack }, lines);
    refreshRuns();
    onMade(made);
    onClose();
  };
}

function MadeBatch(props: Props & { product: Product }) {
  const { t } = useTranslation('runs');
  const { run, product, ordered, rest, onClose } = props;
  const unit = useUnit()(product.unit_of_measure);
  const formats = useFormats();
  const onSaved = useMadeForm(props);
  const isLoaded = run.order_item_id === null;
  /** The number of the run makes it unique among the proposals of a day. */
  const [proposed] = useState(() => `L${companyToday().slice(2).replaceAll('-', '')}-${run.id}`);
  const previous = run.outputs.findLast(({ product_id }) => product_id === product.id)?.batch_number;
  const handle = useEntityForm({
    schema: OutputInput,
    initial: {
      ...(run.product_id === null && { product_id: product.id }),
      batch_number: product.has_batch ? (previous ?? proposed) : '',
      quantity: null,
      kg: null,
      ...(product.has_expiry_date && { expiry_date: null }),
      ...(isLoaded && { warehouse_id: null }),
    },
    save: ({ body }, options) => api.runs.addOutput({ id: run.id, body }, options),
    question: async ({ batch_number, quantity, kg }) => {
      const words = { t, formats };
      const weight = quantity == null ? null : await weightOfOutput({ quantity, kg }, product, run.outputs);
      const isNew = batch_number === proposed && previous !== proposed;
      const job = ordered === undefined || rest === undefined ? undefined : { quantity: ordered, rest, unit };
      return askAboutDoubts([
        ...(quantity == null ? [] : quantityDoubts(quantity, job, words)),
        ...(await weightDoubts(run, { kg: weight, path: kg == null ? 'quantity' : 'kg' }, words)),
        ...(isNew ? await numberDoubts(proposed, product, words) : []),
      ]);
    },
    failure: t('made.failed'),
    onSaved,
  });
  return (
    <FormDialog handle={handle} title={t('made.of', { product: product.code })} onClose={onClose}>
      <NumberField
        name="quantity"
        label={t('made.quantity')}
        description={rest === undefined ? undefined : <Rest rest={rest} unit={unit} />}
        unit={unit}
        size="lg"
        withAsterisk
        data-autofocus
      />
      {product.has_batch && (
        <ScanField onScan={(code) => handle.form.setFieldValue('batch_number', batchIn(code, { code: product.code }))}>
          <TextField
            name="batch_number"
            label={t('made.batch')}
            size="lg"
            withAsterisk
            data-takes-codes
            onFocus={(event) => event.currentTarget.select()}
            // The press that gives the focus places the caret.
            onClick={({ currentTarget }) => currentTarget.value === proposed && currentTarget.select()}
          />
        </ScanField>
      )}
      {product.has_expiry_date && <DayField name="expiry_date" label={t('made.expiry')} />}
      {product.unit_of_measure !== 'kg' && (
        <NumberField name="kg" label={t('made.kg')} description={t('made.kgHint')} unit="kg" size="lg" />
      )}
      {isLoaded && (
        <Wide>
          <WarehousePicker name="warehouse_id" label={t('made.warehouse')} description={t('made.warehouseHint')} />
        </Wide>
      )}
    </FormDialog>
  );
}

/** What is left to make of the job, or how much the typed quantity exceeds it. */
function Rest({ rest, unit }: { rest: number; unit: string }) {
  const { t } = useTranslation('runs');
  const formats = useFormats();
  const typed = useFieldValue<unknown>('quantity');
  const excess = typeof typed === 'number' ? toNumber(decimalOf(typed).minus(rest)) : 0;
  return (
    <>
      {t('made.rest', { quantity: formats.quantity(rest, unit, 3) })}
      {excess > 0 && (
        <Text size="sm" display="block" c="var(--bobina-on-light-yellow)" component="output">
          {t('made.over', { quantity: formats.quantity(excess, unit, 3) })}
        </Text>
      )}
    </>
  );
}

function MadeReels(props: Props & { product: Product }) {
  const { t } = useTranslation('runs');
  const { run, product, rest, onClose } = props;
  const formats = useFormats();
  const onSaved = useMadeForm(props);
  const [intention] = useState(createIntention);
  const [isSaving, setSaving] = useState(false);
  const [refused, setRefused] = useState<{ times: number; reels: readonly ReelInput[]; error: unknown }>({
    times: 0,
    reels: [],
    error: null,
  });
  const save = async (reels: ReelInput[]) => {
    if (isSaving) return;
    const doubts = await weightDoubts(run, { kg: weightOfReels(reels), path: 'reels' }, { t, formats });
    if ((await askAboutDoubts(doubts)).length > 0) return;
    setSaving(true);
    const input = { id: run.id, body: { reels, ...(run.product_id === null && { product_id: product.id }) } };
    try {
      const made = await api.runs.addOutput(input, { key: intention.keyFor(input) });
      intention.done();
      showWarnings(made);
      onSaved(made);
    } catch (error) {
      toast.problem(error, t('made.failed'));
      // A new key shows the errors beside the fields of the rows that were sent.
      setRefused({ times: refused.times + 1, reels, error });
    } finally {
      setSaving(false);
    }
  };
  const errors = errorsOfReels(refused.error);
  return (
    <ReelRowsDialog
      key={refused.times}
      title={t('made.of', { product: product.code })}
      productId={product.id}
      reels={refused.reels}
      errors={errors}
      expected={rest !== undefined && rest > 0 ? rest : undefined}
      isSaving={isSaving}
      onSave={(reels) => void save(reels)}
      onClose={onClose}
    >
      {refused.error !== null && Object.keys(errors).length === 0 && (
        <Refusal refused={{ error: refused.error, fallback: t('made.failed') }} />
      )}
    </ReelRowsDialog>
  );
}

/** The errors of an answer by path inside the list of reels. */
function errorsOfReels(error: unknown): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {};
  return Object.fromEntries(
    error.fields.flatMap(({ path, message }) => {
      const inside = /^reels[.](.+)$/.exec(path)?.[1];
      return inside === undefined ? [] : [[inside, message] as const];
    }),
  );
}
