import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownScan } from '@bobina/contract/core/scan-text.ts';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import { api } from '../../../lib/api/api.ts';
import { trackActs } from '../../../lib/api/acts.ts';
import { createIntention } from '../../../lib/api/keys.ts';
import { ApiProblem, problemText } from '../../../lib/api/problem.ts';
import { findGoods } from '../../../lib/barcodes/find-goods.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { useFormats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { ChoicePicker } from '../../../ui/form/Picker.tsx';
import { DialogActions } from '../../../ui/overlay/DialogActions.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { useAskingToClose } from '../../../ui/overlay/use-asking-to-close.ts';
import { ScanField } from '../../../ui/scan/CameraButton.tsx';
import { toast } from '../../../ui/toasts.ts';
import { refreshReels } from '../refresh.ts';
import { LocationField } from './LocationField.tsx';

/** Moves a reel to another warehouse, to another place in it, or both. */
export function MoveDialog({ reel, onClose }: { reel: Reel; onClose: () => void }) {
  const { t } = useTranslation('reels');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const unit = useUnit()(reel.unit_of_measure);
  const warehouses = useQuery(api.warehouses.list.query({ query: { sort: 'name' } }));
  const [warehouse, setWarehouse] = useState<number | null>(reel.warehouse_id);
  const [location, setLocation] = useState(reel.location ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const place = useRef<HTMLInputElement>(null);
  const [intentions] = useState(() => ({ move: createIntention(), place: createIntention() }));
  const choices = (warehouses.data?.rows ?? []).filter(({ is_active, id }) => is_active || id === reel.warehouse_id);
  const here = reel.warehouses.filter(({ quantity }) => quantity > 0);
  const sources = here.filter(({ warehouse_id }) => warehouse_id !== warehouse);
  const nameOf = (id: number) => warehouses.data?.rows.find((row) => row.id === id)?.name ?? '';
  const isMoved = warehouse !== null && sources.length > 0 && warehouse !== reel.warehouse_id;
  const isPlaced = location.trim() !== (reel.location ?? '');
  const close = useAskingToClose(isMoved || isPlaced, onClose);
  /** The place of the reel is in its old warehouse. */
  const chooseWarehouse = (id: number | null) => {
    setWarehouse(id);
    if (id !== reel.warehouse_id && location === reel.location) setLocation('');
  };
  const save = async () => {
    if (isSaving) return;
    if (!isMoved && !isPlaced) return setProblem(t('move.nothing'));
    setSaving(true);
    setProblem(null);
    const acts = trackActs();
    try {
      const place = location.trim() || null;
      if (isMoved) {
        for (const source of sources) {
          const input = {
            body: {
              movement_date: companyToday(),
              from_warehouse_id: source.warehouse_id,
              to_warehouse_id: warehouse,
              items: [
                { product_id: reel.product_id, batch_number: reel.code, quantity: source.quantity, location: place },
              ],
            },
          };
          await api.stockMovements.transfer(input, { key: intentions.move.keyFor(input), ...acts.options });
        }
      } else {
        const input = { id: reel.batch_id, version: reel.version, body: { location: place } };
        await api.reels.update(input, { key: intentions.place.keyFor(input) });
      }
      const to = [isMoved ? nameOf(warehouse) : '', location.trim()].filter(Boolean).join(' · ');
      toast.success(t('move.saved', { code: reel.code, to }), acts);
      onClose();
    } catch (error) {
      setProblem(
        error instanceof ApiProblem && error.fields[0] ? error.fields[0].message : problemText(error, t('move.failed')),
      );
      toast.problem(error, t('move.failed'));
    } finally {
      refreshReels();
      setSaving(false);
    }
  };
  /**
   * A scanned label of a shelf is the place, and the name of a warehouse chooses it. The code of goods is neither: the next
   * reel was scanned too early.
   */
  const takePlace = async (code: string) => {
    const text = shownScan(code);
    const named = choices.find(({ name }) => name.toLowerCase() === text.toLowerCase());
    // The list of the picker that received the keys closes.
    place.current?.focus();
    if (named) return chooseWarehouse(named.id);
    try {
      if (await findGoods(code)) toast.warning(t('move.noPlace', { code: text }));
      else setLocation(text);
    } catch (error) {
      toast.problem(error, t('move.failed'));
    }
  };
  /** A known place that is typed with Enter in the field of the warehouse goes to its own field. */
  const findPlace = async (text: string) => {
    const locations = await queryClient.fetchQuery(api.reels.locations.query()).catch(() => []);
    const known = locations.find((one) => one.toLowerCase() === text.trim().toLowerCase());
    if (known === undefined) return false;
    setLocation(known);
    place.current?.focus();
    return true;
  };
  return (
    <Dialog
      onClose={close}
      onSave={() => void save()}
      onScan={({ code }) =>
        () =>
          void takePlace(code)
        }
      title={t('move.title', { code: reel.code })}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void save();
        }}
      >
        <Stack>
          <Text size="sm" c="dimmed">
            {here
              .map(({ warehouse_name, quantity }) => `${warehouse_name}: ${formats.quantity(quantity, unit, 3)}`)
              .join(' · ')}
          </Text>
          {problem && (
            <Alert color="red" variant="light" role="alert">
              {problem}
            </Alert>
          )}
          <ChoicePicker
            data-autofocus
            label={t('move.warehouse')}
            clearable={false}
            onNoMatch={findPlace}
            isLoading={warehouses.isPending}
            data={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={warehouse === null ? null : String(warehouse)}
            onChange={(id) => chooseWarehouse(id === null ? null : Number(id))}
          />
          <ScanField>
            <LocationField ref={place} value={location} onChange={setLocation} />
          </ScanField>
          <DialogActions>
            <Button variant="default" onClick={close}>
              {common('action.cancel')}
            </Button>
            <Button type="submit" loading={isSaving}>
              {t('move.confirm')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}
