import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { toNumber } from '@bobina/contract/core/decimal.ts';
import type { ItemToReceive } from '@bobina/contract/purchasing/receipts.ts';
import { readGs1, type Gs1 } from '@bobina/contract/core/gs1.ts';
import { isCounted } from '@bobina/contract/core/whole.rules.ts';
import { batchIn } from '@bobina/contract/core/read-scan.ts';
import { useFormats } from '../../../lib/formats.ts';
import { DayBox } from '../../../ui/form/DayBox.tsx';
import { FutureDay } from '../../../ui/form/FutureDay.tsx';
import { NumberBox } from '../../../ui/form/NumberBox.tsx';
import { ScanField } from '../../../ui/scan/CameraButton.tsx';
import { RemoveLine } from '../../../ui/lines/RemoveLine.tsx';
import { useUnit } from '../../../lib/use-unit.ts';
import { batchTotal, type Batch } from './receipt-form.ts';
import classes from './receipt.module.css';
import { useBatchRows, type BatchRow } from './use-batch-rows.ts';
import { DialogActions } from '../../../ui/overlay/DialogActions.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { toast } from '../../../ui/toasts.ts';

const DAYS = ['production_date', 'expiry_date'] as const;

interface Props {
  item: ItemToReceive;
  quantity: number;
  batches: readonly Batch[];
  /** What was typed before Escape. */
  draft: readonly BatchRow[] | undefined;
  onSave: (batches: Batch[]) => void;
  /** @param draft what was typed and is not saved; none after "cancel" */
  onClose: (draft?: readonly BatchRow[]) => void;
}

/** Shows the batches of one line. They can be saved once their sum equals the quantity to receive. */
export function BatchDialog({ item, quantity, batches, draft, onSave, onClose }: Props) {
  const { t } = useTranslation('purchasing');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const unit = useUnit()(item.unit_of_measure);
  const { rows, errors, left, isReady, isChanged, change, name, add, remove, read } = useBatchRows(
    item,
    quantity,
    batches,
    draft,
  );
  const content = useRef<HTMLDivElement>(null);
  const save = () => {
    let entered: Batch[] | undefined;
    flushSync(() => (entered = read()));
    if (entered) onSave(entered);
    else content.current!.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  /**
   * Enter moves to the next field that the product needs. In the last one it adds a row while the sum is incomplete, else
   * it saves.
   */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !(target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const next = inputsIn(content.current!)
      .filter((field) => field === target || !isOptional(field))
      .find((field) => target.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING);
    if (next) return next.focus();
    if (isReady) return save();
    addRow();
  };
  const batchFields = () => [...content.current!.querySelectorAll<HTMLInputElement>('input[name="batch_number"]')];
  /** Moves the focus to the new row, so that the next input belongs to it. */
  const addRow = () => {
    flushSync(add);
    batchFields().at(-1)?.focus();
  };
  /**
   * Writes a scanned batch, with the quantity and the days of its label, into the focused row, else into the first row
   * without a batch, else into a new row.
   */
  const takeScan = (code: string, target: EventTarget | null) => {
    const label = readGs1(code.trim());
    const batch = label?.batch ?? batchIn(code, { code: item.code, barcode: null });
    const fields = batchFields();
    const same = rows.findIndex((row) => row.batch_number.trim() === batch);
    if (same >= 0) {
      toast.warning(t('batches.twice'));
      return focusQuantity(same);
    }
    const here = fields.indexOf(target as HTMLInputElement);
    const empty = fields.findIndex(({ value }) => value.trim() === '');
    const index = here >= 0 ? here : empty >= 0 ? empty : fields.length;
    if (index === fields.length) flushSync(add);
    // The next field must show its new value before it takes the focus.
    flushSync(() => {
      name(index, batch);
      if (label) change(index, contentOf(label, item.unit_of_measure));
    });
    focusQuantity(index);
  };
  const focusQuantity = (index: number) => inputsIn(batchFields()[index]!.closest('fieldset')!)[1]?.focus();
  const isNeeded = (field: (typeof DAYS)[number]) =>
    field === 'production_date' ? item.has_production_date : item.has_expiry;
  const isOptional = ({ name: field }: HTMLInputElement) => DAYS.some((day) => day === field && !isNeeded(day));
  const label = (field: keyof Batch, index: number) =>
    t('batches.cell', { field: t(`batches.${field}`), row: index + 1 });
  return (
    <Dialog
      onClose={() => onClose(isChanged ? rows : undefined)}
      onSave={() => {
        if (isReady) save();
      }}
      onScan={({ code, target }) =>
        () =>
          takeScan(code, target)
        }
      size="xl"
      title={t('batches.title', { code: item.code })}
      closeOnClickOutside={false}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles key events that bubble up from its fields */}
      <div ref={content} onKeyDown={onKeyDown} className={classes.batches}>
        <div className={classes.batchHead} aria-hidden>
          <span>{t('batches.batch_number')} *</span>
          <span className={classes.end}>{t('batches.quantity')} *</span>
          {DAYS.map((field) => (
            <span key={field}>
              {t(`batches.${field}`)}
              {isNeeded(field) && ' *'}
            </span>
          ))}
          <span />
        </div>
        {rows.map((row, index) => (
          <fieldset key={row.key} className={classes.batchRow} aria-label={`${t('receipt.batches')} ${index + 1}`}>
            <div data-label={`${t('batches.batch_number')} *`}>
              <ScanField>
                <TextInput
                  name="batch_number"
                  aria-label={label('batch_number', index)}
                  placeholder={t('batches.batch_number')}
                  value={row.batch_number}
                  error={errors[index]?.batch_number}
                  maxLength={200}
                  autoComplete="off"
                  onChange={(event) => name(index, event.currentTarget.value)}
                />
              </ScanField>
            </div>
            <div data-label={`${t('batches.quantity')} *`}>
              <NumberBox
                aria-label={label('quantity', index)}
                value={row.quantity}
                unit={unit}
                error={errors[index]?.quantity}
                onChange={(value) => change(index, { quantity: value })}
              />
            </div>
            {DAYS.map((field) => (
              <div key={field} data-label={`${t(`batches.${field}`)}${isNeeded(field) ? ' *' : ''}`}>
                <DayBox
                  name={field}
                  aria-label={label(field, index)}
                  value={row[field]}
                  error={errors[index]?.[field]}
                  onChange={(day) => change(index, { [field]: day })}
                />
                {field === 'production_date' && <FutureDay day={row[field]} text={t('batches.future')} />}
              </div>
            ))}
            <RemoveLine
              aria-label={t('batches.remove', { row: index + 1 })}
              disabled={rows.length === 1}
              onClick={() => remove(index)}
            />
          </fieldset>
        ))}
        <Group justify="space-between">
          <Button variant="light" leftSection={<IconPlus size={18} />} onClick={addRow}>
            {t('batches.add')}
          </Button>
          <Text aria-live="polite" fw={600} c={isReady ? undefined : 'var(--mantine-color-error)'}>
            {t('batches.total', {
              total: formats.number(toNumber(batchTotal(rows))),
              quantity: formats.quantity(quantity, unit),
            })}
            {' · '}
            {isReady
              ? t('batches.complete')
              : t(left > 0 ? 'batches.missing' : 'batches.tooMuch', {
                  quantity: formats.quantity(Math.abs(left), unit),
                })}
          </Text>
        </Group>
      </div>
      <DialogActions>
        <Button variant="default" onClick={() => onClose()}>
          {common('action.cancel')}
        </Button>
        <Button disabled={!isReady} onClick={save}>
          {common('action.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Most likely the day of expiry. */
function inputsIn(element: HTMLElement): HTMLInputElement[] {
  return [...element.querySelectorAll<HTMLInputElement>('input:not([type="hidden"])')];
}

/** The data of a batch on a label: its days, and its quantity if the product has that unit. */
function contentOf({ production, expiry, quantity }: Gs1, unit: string): Partial<Batch> {
  const isUnit = quantity && (quantity.unit === 'counted' ? isCounted(unit) : quantity.unit === unit);
  return {
    ...(production && { production_date: production }),
    ...(expiry && { expiry_date: expiry }),
    ...(isUnit && { quantity: quantity.value }),
  };
}
