import { Alert, Button, Checkbox, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldMessage } from '@bobina/contract/core/messages/messages.ts';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import { api } from '../../../lib/api/api.ts';
import { createIntention } from '../../../lib/api/keys.ts';
import { ApiProblem, problemText } from '../../../lib/api/problem.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useCan } from '../../../lib/session.ts';
import { storage } from '../../../lib/storage.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { NumberBox, type Entered } from '../../../ui/form/NumberBox.tsx';
import { LinkAnchor } from '../../../ui/link.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { useAskingToClose } from '../../../ui/overlay/use-asking-to-close.ts';
import classes from '../reels.module.css';
import { toast } from '../../../ui/toasts.ts';
import { refreshReels } from '../refresh.ts';
import { openLabels } from '../labels.ts';
import { firstWay, tooExact, typedRemnant, unitOfWay, WAYS, type Remnant, type Way } from './remnant.ts';

/** Debounce of the preview, in ms. */
const WAIT = 250;
/** For how long a result that Enter has asked for cannot be booked, in ms. */
const READING_TIME = 400;
/** Whether the label is printed after a weighing; kept on the device. */
const PRINTS = 'reel_label_after_weighing';

/** The preview of a reading. Quantities in the unit of the product. */
export interface RemnantPreview {
  quantity_before: number;
  quantity: number;
  /** Metres left. */
  m: number;
}

interface Props {
  reel: Reel;
  title: string;
  /** Distinguishes the previews of different acts on one version of a reel. */
  name: string;
  preview: (remnant: Remnant) => Promise<RemnantPreview> | RemnantPreview;
  /** @returns the quantity that is left */
  book: (remnant: Remnant, options: { key: string }) => Promise<number>;
  /** Shows the booked quantity below the remaining one. */
  difference: (preview: RemnantPreview) => string;
  failed: string;
  /** The booking if the user finishes the reel with this short remnant. */
  finish: (remnant: Remnant) => Remnant;
  /** Content above the reading, such as an alert. */
  children?: ReactNode;
  onClose: () => void;
}

/**
 * Records a reading of the remaining quantity of a reel. The result is previewed while it is typed; Enter shows it at
 * once, and books
 * it once it is shown.
 */
export function RemnantDialog({ reel, title, name, preview: ask, book, difference, failed, ...rest }: Props) {
  const { finish, children, onClose } = rest;
  const { t } = useTranslation('reels');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const language = useLanguage();
  const mayCount = useCan()('stock.write');
  const unit = useUnit()(reel.unit_of_measure);
  const [way, setWay] = useState<Way>(() => firstWay(reel));
  const [value, setValue] = useState<Entered>(null);
  const [tare, setTare] = useState<Entered>(reel.tare_kg);
  const [splices, setSplices] = useState<Entered>(null);
  const [prints, setPrints] = useState(() => storage.read(PRINTS) !== 'no');
  const [isSaving, setSaving] = useState(false);
  const [refused, setRefused] = useState<ApiProblem | null>(null);
  const [intention] = useState(createIntention);
  const content = useRef<HTMLFormElement>(null);
  /** When Enter asked for the result. */
  const askedAt = useRef(-READING_TIME);
  const body = typedRemnant({ way, value, tare, splices });
  const [settled, setSettled] = useState<string | null>(null);
  const [typed] = useDebouncedValue(body && JSON.stringify(body), WAIT);
  const asked = body && (settled === JSON.stringify(body) ? settled : typed === JSON.stringify(body) ? typed : null);
  const preview = useQuery({
    queryKey: ['reels', name, reel.batch_id, reel.version, asked] as const,
    queryFn: async () => {
      const remnant = JSON.parse(asked!) as Remnant;
      const fields = tooExact(remnant, language);
      if (fields.length > 0) throw new ApiProblem('VALIDATION', 400, fields[0]!.message, { fields });
      return ask(remnant);
    },
    enabled: Boolean(asked),
    retry: false,
    staleTime: Infinity,
  });
  const company = useQuery(api.company.today.query()).data;
  const close = useAskingToClose((value ?? '') !== '' || (splices ?? '') !== '' || tare !== reel.tare_kg, onClose);
  const result = asked ? preview.data : undefined;
  const problem = refused ?? (asked && preview.error instanceof ApiProblem ? preview.error : null);
  const [fault, setFault] = useState<'not_number' | 'required' | null>(null);
  const errorOf = (...paths: string[]) => problem?.fields.find(({ path }) => paths.includes(path))?.message;
  const isAbove = problem?.fields.some(({ code }) => code === 'remnant_above_balance') === true;
  const amount = (quantity: number) => formats.quantity(quantity, unit, 3);
  const isShort =
    result !== undefined && result.quantity > 0 && company !== undefined && result.m < company.scrap_below_m;

  const save = async (remnant: Remnant) => {
    setSaving(true);
    setRefused(null);
    const input = { id: reel.batch_id, version: reel.version, body: remnant };
    try {
      const left = await book(remnant, { key: intention.keyFor(input) });
      intention.done();
      if (prints && left > 0) void openLabels([reel.batch_id], t);
      refreshReels();
      onClose();
    } catch (error) {
      if (error instanceof ApiProblem) setRefused(error);
      if (error instanceof ApiProblem && error.code === 'STALE_VERSION') refreshReels();
      toast.problem(error, failed);
    } finally {
      setSaving(false);
    }
  };
  /** Books what the preview shows; asks for the preview first if it is not shown yet. */
  const confirm = () => {
    if (isSaving) return;
    if (!body) {
      const isText = [value, tare, splices].some((entered) => typeof entered === 'string' && entered !== '');
      setFault(isText ? 'not_number' : 'required');
      return content.current?.querySelector<HTMLElement>('input[data-reading]')?.focus();
    }
    // The second of two quick Enters does not book what nobody has read.
    if (result && performance.now() - askedAt.current < READING_TIME) return;
    if (result) return void save(body);
    askedAt.current = performance.now();
    setSettled(JSON.stringify(body));
  };
  const change =
    <T,>(set: (next: T) => void) =>
    (next: T) => {
      setRefused(null);
      setFault(null);
      set(next);
    };
  return (
    <Dialog onClose={close} onSave={confirm} title={title} size="lg">
      <form
        ref={content}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          confirm();
        }}
      >
        <Stack gap="md">
          {children}
          <Text size="sm" c="dimmed">
            {t('weigh.now', { quantity: amount(reel.quantity), m: formats.quantity(reel.m, 'm', 1) })}
          </Text>
          <SegmentedControl
            aria-label={t('weigh.way')}
            value={way}
            onChange={(next) => (change(setWay)(next as Way), setValue(null))}
            data={WAYS.map((each) => ({ value: each, label: t(`way.${each}`) }))}
            fullWidth
            style={{ flexWrap: 'wrap' }}
          />
          <div className={classes.readings}>
            <NumberBox
              data-reading
              data-autofocus
              size="lg"
              label={t(`reading.${way}`)}
              unit={unitOfWay(way)}
              withAsterisk
              value={value}
              error={fault ? fieldMessage(language, fault) : errorOf(way, 'kg')}
              onChange={change(setValue)}
            />
            {way === 'gross_kg' && (
              <NumberBox
                size="lg"
                label={t('reel.tare_kg')}
                unit="kg"
                value={tare}
                error={errorOf('tare_kg')}
                onChange={change(setTare)}
              />
            )}
            <NumberBox
              size="lg"
              label={t('weigh.splices')}
              decimals={0}
              value={splices}
              error={errorOf('splices')}
              onChange={change(setSplices)}
            />
          </div>
          <div aria-live="polite" className={classes.outcome}>
            {problem && (problem.fields.length === 0 || !errorOf(way, 'kg', 'tare_kg', 'splices')) && (
              <Alert color="red" variant="light">
                {problemText(problem, failed)}
              </Alert>
            )}
            {isAbove && (
              <Alert color="yellow" variant="light">
                {t('weigh.above')} {mayCount && <LinkAnchor to="/report/inventario">{t('weigh.count')}</LinkAnchor>}
              </Alert>
            )}
            {result && !problem && (
              <section aria-label={t('weigh.preview')} className={classes.preview}>
                <strong>
                  {t('weigh.after')}: {amount(result.quantity)} · {formats.quantity(result.m, 'm', 1)}
                </strong>
                <span>
                  {t('weigh.before')}: {amount(result.quantity_before)} · {difference(result)}
                </span>
              </section>
            )}
          </div>
          {isShort && (
            <Alert color="yellow" variant="light" title={t('weigh.shortTitle')}>
              <Stack gap="sm" align="flex-start">
                {t('weigh.short', {
                  m: formats.quantity(result.m, 'm', 1),
                  least: formats.quantity(company.scrap_below_m, 'm'),
                })}
                <Button color="red.8" loading={isSaving} onClick={() => void save(finish(body!))}>
                  {t('weigh.finish')}
                </Button>
              </Stack>
            </Alert>
          )}
          <Checkbox
            label={t('weigh.prints')}
            checked={prints}
            onChange={(event) => {
              setPrints(event.currentTarget.checked);
              storage.write(PRINTS, event.currentTarget.checked ? 'yes' : 'no');
            }}
          />
          <div className={classes.foot}>
            {!isShort && (
              <Button variant="subtle" color="red" loading={isSaving} onClick={() => void save({ empty: true })}>
                {t('weigh.empty')}
              </Button>
            )}
            <Button variant="default" onClick={close}>
              {common('action.cancel')}
            </Button>
            <Button type="submit" loading={isSaving || (Boolean(asked) && preview.isFetching)}>
              {t(result ? 'weigh.confirm' : 'weigh.show')}
            </Button>
          </div>
        </Stack>
      </form>
    </Dialog>
  );
}
