import { Alert, Button, Checkbox, Group, Skeleton, Text, TextInput } from '@mantine/core';
import { IconCopyPlus, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { toNumber } from '@bobina/contract/core/decimal.ts';
import { shownScan } from '@bobina/contract/core/scan-text.ts';
import { fieldMessage } from '@bobina/contract/core/messages/messages.ts';
import { MOST_REELS, WINDINGS, type ReelInput } from '@bobina/contract/stock/reels.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { DayBox } from '../../../ui/form/DayBox.tsx';
import { NumberBox, type Entered } from '../../../ui/form/NumberBox.tsx';
import { RemoveLine } from '../../../ui/lines/RemoveLine.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { useAskingToClose } from '../../../ui/overlay/use-asking-to-close.ts';
import { ScanField } from '../../../ui/scan/CameraButton.tsx';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { toast } from '../../../ui/toasts.ts';
import classes from '../reels.module.css';
import { measure, sumOf } from './measure.ts';
import {
  copiesOf,
  fieldsFor,
  indexOfNumber,
  isBlank,
  nextRow,
  pasteRows,
  typedReels,
  rowWith,
  usesMore,
  type Field,
  type FieldDefinition,
  type Row,
  type Values,
} from './reel-row.ts';
import FullSelect from '../../../ui/form/FullSelect.tsx';

interface Props {
  title: string;
  productId: number;
  /** The reels as they were typed before. */
  reels: readonly ReelInput[];
  /** Errors of the server by path inside the list, such as `1.kg`. */
  errors?: Readonly<Record<string, string>>;
  /** The quantity that the reels are compared with, such as what is still to receive; absent without one. */
  expected?: number | undefined;
  saveLabel?: string;
  isSaving?: boolean;
  /** Content above the rows. */
  children?: ReactNode;
  /** @param quantity the sum in the unit of the product */
  onSave: (reels: ReelInput[], quantity: number) => void;
  onClose: () => void;
}

/**
 * The reels of a delivery or of a split: typed one by one, copied, or pasted from a spreadsheet. Enter goes to the next
 * empty field of a reel, then to the next reel; in an empty last reel it goes to the save button.
 */
export function ReelRowsDialog({ title, productId, reels, errors = {}, expected, onSave, onClose, ...rest }: Props) {
  const { t } = useTranslation('reels');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const language = useLanguage();
  const { data: product, error: lost, refetch } = useQuery(api.products.get.query({ id: productId }));
  const unit = useUnit()(product?.unit_of_measure ?? 'kg');
  const [rows, setRows] = useState<readonly Row[]>(() =>
    reels.length > 0 ? reels.map((reel) => rowWith(reel as Values)) : [rowWith()],
  );
  const [opened] = useState(rows);
  const [showsAll, setShowsAll] = useState(() => rows.some(usesMore));
  const [copies, setCopies] = useState<Entered>(1);
  const [given, setGiven] = useState(errors);
  /** Rows whose faults are shown: all of them after an attempt to save. */
  const [judged, setJudged] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const save = useRef<HTMLButtonElement>(null);
  const close = useAskingToClose(contentOf(rows) !== contentOf(opened), onClose);
  if (!product)
    return (
      <Dialog onClose={onClose} title={title} size="xl">
        {lost ? <LoadFailed error={lost} onRetry={() => void refetch()} /> : <Skeleton h={200} />}
      </Dialog>
    );

  const fields = fieldsFor(product, showsAll);
  const filled = rows.filter((row) => !isBlank(row));
  const measured = rows.map((row) => measure(row.values, product));
  const quantities = measured.flatMap((one) => ('quantity' in one ? [one.quantity] : []));
  const total = toNumber(sumOf(quantities));
  const errorOf = (index: number, field: Field): string | undefined => {
    const fromServer = given[`${index}.${field}`];
    if (fromServer) return fromServer;
    const one = measured[index]!;
    if (!judged || 'quantity' in one || (isBlank(rows[index]!) && rows.length > 1)) return undefined;
    const fault = one.faults.find(({ path }) => path === field);
    return fault && fieldMessage(language, fault.code, fault.values);
  };
  const put = (next: readonly Row[]) => {
    if (next.length > MOST_REELS) toast.error(t('rows.tooMany', { most: formats.number(MOST_REELS) }));
    setRows(next.slice(0, MOST_REELS));
    setGiven({});
  };
  const change = (index: number, field: Field, value: Entered) =>
    put(rows.map((row, at) => (at === index ? { ...row, values: { ...row.values, [field]: value } } : row)));
  const fieldset = (index: number) => content.current!.querySelectorAll<HTMLElement>('fieldset')[index];
  const inputOf = (index: number, field: Field) =>
    fieldset(index)?.querySelector<HTMLInputElement>(`[data-field="${field}"]`);
  /** The fields of a quick entry: the width, the quantity on the reel, its numbers and the days. */
  const typed: readonly Field[] = fields
    .map(({ name }) => name)
    .filter(
      (name) =>
        (name !== (product.unit_of_measure === 'kg' ? 'm' : 'kg') && !OPTIONAL.has(name)) ||
        (name === 'width_mm' && !product.larghezza_bobina && !product.larghezza_film),
    );
  const firstEmpty = (row: Row, after?: Field) =>
    typed.slice(after === undefined ? 0 : typed.indexOf(after) + 1).find((name) => isEmpty(row.values[name]));
  const addRow = () => {
    const row = nextRow(rows.at(-1) ?? rowWith());
    flushSync(() => put([...rows, row]));
    inputOf(rows.length, firstEmpty(row) ?? 'kg')?.focus();
  };
  const accept = () => {
    // A scan or a quick Enter leaves an empty last row.
    const kept = rows.filter((row) => !isBlank(row));
    const isWrong = kept.length === 0 || kept.some((row) => 'faults' in measure(row.values, product));
    if (!isWrong) return onSave(typedReels(kept), toNumber(sumOf(quantities)));
    flushSync(() => {
      setJudged(true);
      setShowsAll(showsAll || hidesFault(kept.map((row) => measure(row.values, product))));
    });
    content.current!.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    if (event.key !== 'Enter' || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    if (!(target instanceof HTMLInputElement)) return;
    const field = target.dataset['field'] as Field | undefined;
    if (!field) return;
    event.preventDefault();
    const index = [...content.current!.querySelectorAll('fieldset')].indexOf(target.closest('fieldset')!);
    const row = rows[index]!;
    if (index === rows.length - 1 && rows.length > 1 && isBlank(row)) return save.current?.focus();
    const next = firstEmpty(row, field);
    if (next) return inputOf(index, next)?.focus();
    const below = rows[index + 1];
    if (below) return inputOf(index + 1, firstEmpty(below) ?? field)?.focus();
    addRow();
  };
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const field = (event.target as HTMLElement).dataset['field'] as Field | undefined;
    const text = event.clipboardData.getData('text/plain');
    if (!field) return;
    const index = [...content.current!.querySelectorAll('fieldset')].indexOf(
      (event.target as HTMLElement).closest('fieldset')!,
    );
    const pasted = pasteRows(rows, text, {
      at: { index, field },
      fields: fieldsFor(product, true),
      titleOf: (name) => t(`reel.${name as 'kg'}`),
      language,
    });
    if (!pasted) return;
    event.preventDefault();
    put(pasted.rows);
    if (pasted.written.some((name) => !fields.some((shown) => shown.name === name))) setShowsAll(true);
    setJudged(true);
  };
  /**
   * A scan names the mill's number: of the focused reel, else of the first one without, else of a new one. A reel that was
   * scanned before gets the focus.
   */
  const takeScan = (code: string, target: EventTarget | null) => {
    const number = shownScan(code);
    const known = indexOfNumber(rows, number);
    if (known >= 0) {
      toast.warning(t('rows.twice', { code: number, row: known + 1 }));
      return inputOf(known, firstEmpty(rows[known]!) ?? 'kg')?.focus();
    }
    const here = [...content.current!.querySelectorAll('fieldset')].findIndex((one) => one.contains(target as Node));
    const open = rows.findIndex(({ values }) => isEmpty(values.mill_number));
    const index = here >= 0 && isEmpty(rows[here]!.values.mill_number) ? here : open >= 0 ? open : rows.length;
    const row = rows[index] ?? nextRow(rows.at(-1)!);
    const scanned = { ...row, values: { ...row.values, mill_number: number } };
    flushSync(() => put(rows.toSpliced(index, 1, scanned)));
    inputOf(index, firstEmpty(scanned) ?? 'kg')?.focus();
  };
  const title_ = (field: Field) => t(`reel.${field as 'kg'}`);
  // The button of the camera takes a part of its column.
  const columns = fields.map(({ name }) => `minmax(${name === 'mill_number' ? 9.5 : 6.5}rem, 1fr)`).join(' ');
  const template = { '--columns': columns } as React.CSSProperties;
  const difference = expected === undefined ? 0 : toNumber(sumOf([expected]).minus(total));
  return (
    <Dialog
      onClose={close}
      onSave={accept}
      onScan={({ code, target }) =>
        () =>
          takeScan(code, target)
        }
      size={showsAll ? '110rem' : '72rem'}
      title={title}
      closeOnClickOutside={false}
    >
      {rest.children}
      <Text size="sm" c="dimmed" mb="sm">
        {t('rows.hint')}
      </Text>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles events that bubble up from its fields */}
      <div ref={content} onKeyDown={onKeyDown} onPaste={onPaste} className={classes.rows} style={template}>
        <div className={classes.heads} aria-hidden>
          {fields.map(({ name, unit: of }) => (
            <span key={name}>{of ? `${title_(name)} (${of})` : title_(name)}</span>
          ))}
          <span>{t('rows.quantity')}</span>
        </div>
        {rows.map((row, index) => (
          <fieldset key={row.key} className={classes.row} aria-label={t('rows.reel', { row: index + 1 })}>
            {fields.map((field) => (
              <ReelField
                key={field.name}
                field={field}
                label={title_(field.name)}
                row={index + 1}
                value={row.values[field.name] ?? null}
                error={errorOf(index, field.name)}
                onChange={(value) => change(index, field.name, value)}
              />
            ))}
            <output className={classes.quantity}>{shownQuantity(measured[index]!, formats, unit)}</output>
            <RemoveLine
              aria-label={t('rows.remove', { row: index + 1 })}
              disabled={rows.length === 1}
              onClick={() => put(rows.filter((_, at) => at !== index))}
            />
          </fieldset>
        ))}
      </div>
      {given[''] && (
        <Alert color="red" variant="light" mt="sm">
          {given['']}
        </Alert>
      )}
      <Group mt="md" gap="sm" align="flex-end">
        <Button variant="light" leftSection={<IconPlus size={18} />} onClick={addRow}>
          {t('rows.add')}
        </Button>
        <NumberBox label={t('rows.copies')} decimals={0} w={110} value={copies} onChange={setCopies} />
        <Button
          variant="light"
          leftSection={<IconCopyPlus size={18} />}
          disabled={typeof copies !== 'number' || copies < 1 || isBlank(rows.at(-1)!)}
          onClick={() => put([...rows, ...copiesOf(rows.at(-1)!, Math.min(copies as number, MOST_REELS))])}
        >
          {t('rows.copy')}
        </Button>
        <Checkbox
          label={t('rows.more')}
          checked={showsAll}
          mb={8}
          onChange={(event) => setShowsAll(event.currentTarget.checked)}
        />
      </Group>
      <div className={classes.foot}>
        <Text aria-live="polite" fw={600}>
          {t(expected === undefined ? 'rows.sum' : 'rows.total', {
            count: filled.length,
            shown: formats.number(filled.length),
            quantity: formats.quantity(total, unit, 3),
            expected: formats.quantity(expected, unit, 3),
          })}
          {difference !== 0 &&
            ` · ${t(difference > 0 ? 'rows.missing' : 'rows.tooMuch', {
              quantity: formats.quantity(Math.abs(difference), unit, 3),
            })}`}
        </Text>
        <Group>
          <Button variant="default" onClick={close}>
            {common('action.cancel')}
          </Button>
          <Button ref={save} onClick={accept} loading={rest.isSaving ?? false}>
            {rest.saveLabel ?? common('action.save')}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}

/** Fields that Enter passes over. */
const OPTIONAL: ReadonlySet<Field> = new Set([
  'width_mm',
  'gross_kg',
  'tare_kg',
  'od_mm',
  'core_mm',
  'core_inner_mm',
  'caliper_um',
  'gsm',
  'splices',
  'winding',
  'location',
]);

interface FieldProps {
  field: FieldDefinition;
  label: string;
  /** The number of the reel, from 1. */
  row: number;
  value: Entered;
  error: string | undefined;
  onChange: (value: Entered) => void;
}

function ReelField({ field: { name, kind, unit }, label, row, value, error, onChange }: FieldProps) {
  const { t } = useTranslation('reels');
  const shown = unit ? `${label} (${unit})` : label;
  const shared = {
    'data-field': name,
    label: shown,
    'aria-label': t('rows.cell', { field: shown, row }),
    error,
  };
  if (kind === 'number' || kind === 'whole')
    return <NumberBox {...shared} {...(kind === 'whole' && { decimals: 0 })} value={value} onChange={onChange} />;
  const text = value === null ? '' : String(value);
  if (kind === 'day') return <DayBox {...shared} value={text || null} onChange={onChange} />;
  if (kind === 'winding')
    return (
      <FullSelect
        {...shared}
        clearable
        value={text || null}
        data={WINDINGS.map((each) => ({ value: String(each), label: t(`winding.${each}`) }))}
        onChange={(next) => onChange(next === null ? null : Number(next))}
      />
    );
  const input = (
    <TextInput
      {...shared}
      maxLength={200}
      autoComplete="off"
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
  return name === 'mill_number' ? <ScanField>{input}</ScanField> : input;
}

function isEmpty(value: Entered | undefined) {
  return value === undefined || value === null || value === '';
}

/** Whether a fault is in a collapsed field. */
function hidesFault(measured: readonly ReturnType<typeof measure>[]): boolean {
  return measured.some(
    (one) => 'faults' in one && one.faults.some(({ path }) => OPTIONAL.has(path) && path !== 'width_mm'),
  );
}

function shownQuantity(one: ReturnType<typeof measure>, formats: ReturnType<typeof useFormats>, unit: string) {
  return 'quantity' in one ? formats.quantity(one.quantity, unit, 3) : '';
}

/** The content of the rows, to detect a change. */
function contentOf(rows: readonly Row[]): string {
  return JSON.stringify(rows.map(({ values }) => values));
}
