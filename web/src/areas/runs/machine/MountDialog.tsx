import { Alert, Badge, Button, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WithWarnings } from '@bobina/contract/core/endpoint.ts';
import { shownScan } from '@bobina/contract/core/scan-text.ts';
import type { Run, RunInput } from '@bobina/contract/production/runs.ts';
import type { Scanned } from '@bobina/contract/stock/reels.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { NumberBox, type Entered } from '../../../ui/form/NumberBox.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { ScanField } from '../../../ui/scan/CameraButton.tsx';
import { Refusal } from '../Refusal.tsx';
import classes from '../runs.module.css';
import { useAct } from '../use-act.ts';
import { resolveScan } from './resolve-scan.ts';
import { UnsentScans, type Unsent } from '../../../ui/scan/UnsentScans.tsx';

/** Reels and batches that are offered at once. */
const OFFERED = 6;
const WAIT = 250;

/** A batch that is not a reel, and its warehouses. */
interface Place {
  batch_id: number;
  batch_number: string;
  unit_of_measure: string;
  product: string;
  /** Null if the server finds the warehouse. */
  warehouse: { id: number; name: string } | null;
  available: number;
}

interface Props {
  run: Run;
  /** A scanned batch whose quantity is asked, or several reels and batches to choose from. */
  found: readonly Scanned[];
  /** The scans of the machine that did not reach the server; those of the dialog join them. */
  unsent: Unsent;
  onMounted: (input: WithWarnings<RunInput>) => void;
  /** A mounted reel was named. */
  onReturn: (input: RunInput) => void;
  onClose: () => void;
}

/** Finds a reel and mounts it, or another batch with the quantity that is used. */
export function MountDialog({ run, found, unsent, onMounted, onReturn, onClose }: Props) {
  const { t } = useTranslation('runs');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const unitOf = useUnit();
  const { act, isBusy, refused, refuse, forget } = useAct();
  const [typed, setTyped] = useState('');
  const [unknown, setUnknown] = useState<string | null>(null);
  const [choices, setChoices] = useState(found.length > 1 ? found : []);
  const [place, setPlace] = useState<Place | null>(() => placeOf(found));
  const [quantity, setQuantity] = useState<Entered>(null);
  const [q] = useDebouncedValue(typed.trim(), WAIT);
  const isSearching = place === null && choices.length === 0;
  const reels = useQuery({
    ...api.reels.list.query({ query: { q, state: 'in_stock', sort: 'code', limit: OFFERED } }),
    enabled: isSearching,
  });
  const stock = useQuery({
    ...api.stock.list.query({ query: { q, sort: 'batch_number', limit: OFFERED } }),
    enabled: isSearching && q !== '',
  });
  const offered = new Set(reels.data?.rows.map(({ batch_id }) => batch_id));
  const batches = (stock.data?.rows ?? []).filter(
    ({ batch_id, batch_number }) => batch_id !== null && batch_number && !offered.has(batch_id),
  );

  /** Puts a scan that did not reach the server back into the field, unless another was typed meanwhile. */
  const keepUnsent = (code: string, error: unknown) => {
    if (unsent.keep(code, error)) setTyped((now) => (now === '' ? shownScan(code) : now));
  };
  const mount = async (
    body: { batch_id: number; quantity?: number; warehouse_id?: number | null },
    code: string | null = null,
  ) => {
    const send = async () => {
      try {
        return await api.runs.mount({ id: run.id, body });
      } catch (error) {
        if (code !== null) keepUnsent(code, error);
        throw error;
      }
    };
    const done = await act(send, {
      done: ({ batch_number }) => t('mount.done', { name: batch_number }),
      undo: ({ id }) => api.runs.removeInput({ id: run.id, inputId: id }),
      failed: t('mount.failed'),
    });
    if (!done) return;
    onClose();
    onMounted(done.answer);
  };
  const take = (scanned: Scanned, code: string | null = null) => {
    if (scanned.kind === 'reel') return void mount({ batch_id: scanned.batch_id }, code);
    setChoices([]);
    setPlace(placeOf([scanned]));
  };
  const find = async (code: string) => {
    if (code === '') return;
    setUnknown(null);
    forget();
    unsent.drop(code);
    try {
      const meaning = await resolveScan(code, run);
      if (meaning.kind === 'return') return onReturn(meaning.input);
      if (meaning.kind === 'mount') return take(meaning.found, code);
      if (meaning.kind === 'choose') return setChoices(meaning.found);
      const [reel, second] = reels.data?.rows ?? [];
      if (q === code && reel && !second && batches.length === 0) return void mount({ batch_id: reel.batch_id }, code);
      setUnknown(shownScan(code));
    } catch (error) {
      keepUnsent(code, error);
      refuse({ error, fallback: t('mount.failed') });
    }
  };
  const sendAgain = (code: string) => {
    setTyped('');
    void find(code);
  };
  const confirm = () => {
    if (!place || typeof quantity !== 'number' || isBusy) return;
    void mount({ batch_id: place.batch_id, quantity, warehouse_id: place.warehouse?.id ?? null });
  };
  return (
    <Dialog
      onClose={onClose}
      onSave={confirm}
      onScan={({ code }) =>
        () =>
          sendAgain(code)
        }
      title={t('mount.title')}
      size="lg"
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (place) confirm();
          else void find(typed.trim());
        }}
      >
        <Stack gap="md">
          {refused && <Refusal refused={refused} />}
          {isSearching && (
            <UnsentScans
              unsent={unsent}
              title={t('scan.unsent')}
              labelOf={(code) => t('scan.resend', { code })}
              onSend={sendAgain}
            />
          )}
          {unknown !== null && (
            <Alert color="red" variant="light" role="alert">
              {t('scan.unknown', { code: unknown })}
            </Alert>
          )}
          {place && (
            <>
              <Text fw={600}>
                {[place.batch_number, place.product, place.warehouse?.name].filter(Boolean).join(' · ')}
              </Text>
              <NumberBox
                key={place.batch_id}
                data-autofocus
                size="lg"
                label={t('mount.quantity')}
                description={t('mount.available', {
                  quantity: formats.quantity(place.available, unitOf(place.unit_of_measure)),
                })}
                unit={unitOf(place.unit_of_measure)}
                withAsterisk
                value={quantity}
                onChange={setQuantity}
              />
              <Text size="sm" c="dimmed">
                {t('mount.bookedAtOnce')}
              </Text>
            </>
          )}
          {choices.length > 0 && (
            <section aria-label={t('mount.several')} className={classes.choices}>
              <Text fw={600}>{t('mount.several')}</Text>
              {choices.map((one) => (
                <Button key={one.batch_id} variant="default" size="lg" disabled={isBusy} onClick={() => take(one)}>
                  {[one.kind === 'reel' ? one.code : one.batch_number, one.product_code].join(' · ')}
                </Button>
              ))}
            </section>
          )}
          {isSearching && (
            <>
              <ScanField>
                <TextInput
                  data-autofocus
                  size="lg"
                  label={t('mount.find')}
                  description={t('mount.findHint')}
                  autoComplete="off"
                  maxLength={200}
                  value={typed}
                  onChange={(event) => setTyped(event.currentTarget.value)}
                />
              </ScanField>
              <section aria-label={t('mount.offered')} className={classes.choices}>
                {reels.data?.rows.map((reel) => (
                  <Button
                    key={reel.batch_id}
                    variant="default"
                    size="md"
                    justify="space-between"
                    disabled={isBusy}
                    rightSection={
                      <span>
                        {formats.quantity(reel.m, 'm', 1)} · {formats.quantity(reel.width_mm, 'mm', 1)}
                      </span>
                    }
                    onClick={() => void mount({ batch_id: reel.batch_id })}
                  >
                    {[reel.code, reel.product_code].join(' · ')}
                  </Button>
                ))}
                {batches.map((row) => (
                  <Button
                    key={`${row.batch_id} ${row.warehouse_id}`}
                    variant="default"
                    size="md"
                    justify="space-between"
                    disabled={isBusy}
                    rightSection={<span>{formats.quantity(row.quantity, unitOf(row.unit_of_measure))}</span>}
                    onClick={() =>
                      setPlace({
                        batch_id: row.batch_id!,
                        batch_number: row.batch_number!,
                        unit_of_measure: row.unit_of_measure,
                        product: row.product_code,
                        warehouse: { id: row.warehouse_id, name: row.warehouse_name },
                        available: row.quantity,
                      })
                    }
                  >
                    {[row.batch_number, row.product_code, row.warehouse_name].join(' · ')}
                    {row.hold_reason !== null && (
                      <Badge color="red" ml={8}>
                        {t('mount.onHold')}
                      </Badge>
                    )}
                  </Button>
                ))}
                {reels.isSuccess && reels.data.rows.length === 0 && batches.length === 0 && (
                  <Text c="dimmed">{t('mount.none')}</Text>
                )}
              </section>
            </>
          )}
          <div className={classes.foot}>
            <Button variant="default" size="md" onClick={onClose}>
              {common('action.cancel')}
            </Button>
            {place && (
              <Button type="submit" size="md" loading={isBusy} disabled={typeof quantity !== 'number'}>
                {t('mount.action')}
              </Button>
            )}
          </div>
        </Stack>
      </form>
    </Dialog>
  );
}

/** The batch of a single scan; null for a reel and for several. */
function placeOf([only, second]: readonly Scanned[]): Place | null {
  if (!only || second || only.kind === 'reel') return null;
  const { batch_id, batch_number, unit_of_measure, product_code: product, quantity: available } = only;
  return { batch_id, batch_number, unit_of_measure, product, warehouse: null, available };
}
