import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconCamera, IconCameraOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownScan } from '@bobina/contract/core/scan-text.ts';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import { api } from '../../../lib/api/api.ts';
import { findAllGoods, type Goods } from '../../../lib/barcodes/find-goods.ts';
import { findScanned } from '../../../lib/barcodes/find-scanned.ts';
import { connection } from '../../../lib/connection.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useShopFloor } from '../../../lib/offline/shop-floor.ts';
import { useCan } from '../../../lib/session.ts';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { prepared } from '../../../ui/prepared.tsx';
import { toast } from '../../../ui/toasts.ts';
import { ScannedGoods } from './ScannedGoods.tsx';
import { ScannedReel } from './ScannedReel.tsx';
import { ACT_KEYS, useReelActs, type ReelAct } from './use-reel-acts.ts';
import { useScannedReel } from './use-scanned-reel.ts';
import classes from './scan-page.module.css';

/** Milliseconds that a scan waits for the order that it names. */
/** A text that is part of the lots of others finds more rows. */
const MOST_REELS_OF_A_LOT = 100;
const TIMEOUT_MS = 3_000;
const CameraView = prepared(() =>
  import('../../../ui/scan/CameraView.tsx').then((module) => ({ default: module.CameraView })),
);

/**
 * Shows the scan page, made for a phone or a hand scanner: a scanned reel shows its card with the acts on it; another scan
 * opens what it names, or shows the goods where nothing can be opened. The field keeps the focus.
 */
function ScanPage() {
  const { t } = useTranslation('stock');
  const { t: reels } = useTranslation('reels');
  const navigate = useNavigate();
  const formats = useFormats();
  const field = useRef<HTMLInputElement>(null);
  const [isOn, setOn] = useState(false);
  const [typed, setTyped] = useState('');
  const [goods, setGoods] = useState<readonly Goods[]>([]);
  /** Says that nothing has the scanned code. */
  const [unknown, setUnknown] = useState<string | null>(null);
  /** The scan that is looked up: with a weak network this takes seconds. */
  const [sought, setSought] = useState<string | null>(null);
  const [act, setAct] = useState<ReelAct | null>(null);
  const { reel: scanned, choices, show, lookUp } = useScannedReel();
  const { reel, acts, refusal } = useReelActs(scanned);
  /** Number of the last scan: the answer to an earlier one that comes later is not shown. */
  const turn = useRef(0);
  const mayReceive = useCan()('goods_receipts.write');
  useShopFloor();
  const focusField = () => field.current?.focus({ preventScroll: true });
  useEffect(focusField, []);
  const open = async (code: string) => {
    const own = ++turn.current;
    const isLast = () => own === turn.current;
    setTyped('');
    setUnknown(null);
    setGoods([]);
    show([]);
    setSought(shownScan(code));
    try {
      const reels = connection.isProvenLost() ? [] : await lookUp(code);
      if (isLast()) show(reels);
      if (!isLast() || reels.length > 0) return;
      const path = connection.isProvenLost() ? null : await findScanned(code);
      if (!isLast()) return;
      if (path !== null) {
        const receipt = mayReceive ? await receiptOf(path) : null;
        return isLast() ? void navigate({ to: receipt ?? path }) : undefined;
      }
      const found = await findAllGoods(code);
      if (!isLast()) return;
      const namesReels = found.length === 0 && !connection.isLost() && (await isOfReels(code));
      if (!isLast()) return;
      if (namesReels) return void navigate({ to: '/operazioni/bobine', search: { q: code.trim() } as never });
      setGoods(found);
      const text = connection.isLost() ? 'adder.notKept' : 'scan.unknown';
      if (found.length === 0) setUnknown(t(text, { code: shownScan(code) }));
    } catch (error) {
      // The code stays in the field, to be looked up again.
      if (isLast()) setTyped(shownScan(code));
      toast.problem(error, t('adder.failed'));
    } finally {
      if (isLast()) setSought(null);
    }
  };
  useLayerHandler('scan', ({ code }) => () => {
    void open(code);
    focusField();
  });
  const start = (next: ReelAct | null) => {
    setAct(next === 'label' ? null : next);
    if (next === 'label' && reel) void printLabel(reel);
    // A dialog takes the focus itself; without one, the next scan or digit goes into the field.
    if (next === null || next === 'label') setTimeout(focusField);
  };
  const printLabel = async ({ batch_id }: Reel) => {
    const { openLabels } = await import('../../reels/index.ts');
    await openLabels([batch_id], reels);
  };
  const submit = (text: string) => {
    if (text === '') return;
    const next = reel && ACT_KEYS[text];
    if (!next) return void open(text);
    setTyped('');
    start(next);
  };
  const named = acts.map(({ digit, label }) => `${digit} ${label}`);
  return (
    <Page subtitle={t('scan.subtitle')}>
      <div className={classes.page}>
        {isOn && (
          <Suspense fallback={null}>
            <CameraView onCode={(code) => void open(code)} />
          </Suspense>
        )}
        <Button
          size="lg"
          fullWidth
          variant={isOn ? 'default' : 'filled'}
          leftSection={isOn ? <IconCameraOff size={22} /> : <IconCamera size={22} />}
          onClick={() => (setOn(!isOn), focusField())}
        >
          {t(isOn ? 'scan.stop' : 'scan.start')}
        </Button>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            submit(typed.trim());
          }}
        >
          <TextInput
            ref={field}
            data-only-codes
            size="lg"
            label={t('scan.code')}
            description={reel ? t('scan.keys', { acts: named.join(', ') }) : t('scan.hint')}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </form>
        <Stack gap="sm" aria-live="polite">
          {sought !== null && <Text c="dimmed">{t('scan.sought', { code: sought })}</Text>}
          {unknown !== null && (
            <Alert color="red" variant="light">
              {unknown}
            </Alert>
          )}
          {choices.length > 0 && (
            <Choices
              reels={choices}
              onChoose={(one) => {
                show([one]);
                focusField();
              }}
              shown={({ kg }) => formats.quantity(kg, 'kg', 3)}
            />
          )}
          {reel && <ScannedReel key={reel.batch_id} {...{ reel, acts, refusal, act }} onAct={start} />}
          {goods.map((one) => (
            <ScannedGoods key={`${one.product.id} ${one.batch}`} goods={one} />
          ))}
        </Stack>
        {!isSecureContext && (
          <Text size="sm" c="dimmed">
            {t('scan.insecure')}
          </Text>
        )}
      </div>
    </Page>
  );
}
export default ScanPage;

/** Whether a code names a place where reels are, or the lot of a supplier that reels in stock are of. Without an answer it names none. */
async function isOfReels(code: string): Promise<boolean> {
  const wanted = code.trim().toLowerCase();
  const query = { q: code.trim(), fields: 'supplier_lot', limit: MOST_REELS_OF_A_LOT };
  const [places, { rows }] = await Promise.all([
    api.reels.locations(undefined, { timeout: TIMEOUT_MS }).catch(() => []),
    api.reels.list({ query }, { timeout: TIMEOUT_MS }).catch(() => ({ rows: [] })),
  ]);
  return [...places, ...rows.map(({ supplier_lot }) => supplier_lot)].some((name) => name?.toLowerCase() === wanted);
}

/** Returns the path of the receipt of the supplier order at `path`; null for other paths and for an order that is fully received. */
async function receiptOf(path: string): Promise<string | null> {
  const id = Number(/^\/operazioni\/ordini-fornitori\/(\d+)$/.exec(path)?.[1]);
  if (!id) return null;
  const order = await api.purchaseOrders.get({ id }, { timeout: TIMEOUT_MS }).catch(() => null);
  return order && order.status !== 'fullyReceived' ? `/operazioni/ricezione-merce/${id}` : null;
}

/** Several reels with one number, of different suppliers: the user picks. */
function Choices({
  reels,
  onChoose,
  shown,
}: {
  reels: readonly Reel[];
  onChoose: (reel: Reel) => void;
  shown: (reel: Reel) => string;
}) {
  const { t } = useTranslation('stock');
  return (
    <section aria-label={t('scan.several')}>
      <Text fw={600} mb="xs">
        {t('scan.several')}
      </Text>
      <Stack gap="xs">
        {reels.map((reel) => (
          <Button key={reel.batch_id} variant="default" size="lg" justify="flex-start" onClick={() => onChoose(reel)}>
            {[reel.code, reel.product_code, shown(reel)].join(' · ')}
          </Button>
        ))}
      </Stack>
    </section>
  );
}
