import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconCamera, IconCameraOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownScan } from '@bobina/contract/core/read-scan.ts';
import { findGoods, type Goods } from '../../../lib/barcodes/find-goods.ts';
import { findScanned } from '../../../lib/barcodes/find-scanned.ts';
import { connection } from '../../../lib/connection.ts';
import { useShopFloor } from '../../../lib/offline/shop-floor.ts';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { toast } from '../../../ui/toasts.ts';
import { ScannedGoods } from './ScannedGoods.tsx';
import classes from './scan-page.module.css';

const CameraView = lazy(() =>
  import('../../../ui/scan/CameraView.tsx').then((module) => ({ default: module.CameraView })),
);

/** Shows the scan page for a phone: a scan opens what it names, or shows the goods where nothing can be opened. */
function ScanPage() {
  const { t } = useTranslation('stock');
  const navigate = useNavigate();
  const [isOn, setOn] = useState(false);
  const [typed, setTyped] = useState('');
  const [goods, setGoods] = useState<Goods | null>(null);
  const [unknown, setUnknown] = useState<string | null>(null);
  useShopFloor();
  const open = async (code: string) => {
    setTyped('');
    setUnknown(null);
    try {
      const path = connection.isProvenLost() ? null : await findScanned(code);
      if (path !== null) return void navigate({ to: path });
      const found = await findGoods(code);
      setGoods(found ?? null);
      if (!found) setUnknown(shownScan(code));
    } catch (error) {
      toast.problem(error, t('adder.failed'));
    }
  };
  useLayerHandler(
    'scan',
    ({ code }) =>
      () =>
        void open(code),
  );
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
          onClick={() => setOn(!isOn)}
        >
          {t(isOn ? 'scan.stop' : 'scan.start')}
        </Button>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim() !== '') void open(typed.trim());
          }}
        >
          <TextInput
            size="lg"
            label={t('scan.code')}
            description={t('scan.hint')}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </form>
        <Stack gap="sm" aria-live="polite">
          {unknown !== null && (
            <Alert color="red" variant="light">
              {t('adder.unknown', { code: unknown })}
            </Alert>
          )}
          {goods && <ScannedGoods goods={goods} />}
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
