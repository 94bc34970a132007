import { Alert, Button, Group } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../toasts.ts';
import { blockedPrint } from './blocked.ts';
import { Dialog } from '../overlay/Dialog.tsx';

/** Shows a document in an iframe after the browser blocked its window. The shell renders it once. */
function BlockedPrint() {
  const { t } = useTranslation();
  const job = blockedPrint.use();
  const frame = useRef<HTMLIFrameElement>(null);
  const close = () => blockedPrint.set(null);
  const print = () => frame.current?.contentWindow?.print();
  const start = (element: HTMLIFrameElement | null) => {
    frame.current = element;
    if (!element || !job || element.dataset['filled']) return;
    element.dataset['filled'] = 'yes';
    job.fill(element.contentDocument!).then(
      () => setTimeout(print, job.delay),
      (error: unknown) => (close(), toast.problem(error, t('print.failed'))),
    );
  };
  if (!job) return null;
  return (
    <Dialog onClose={close} title={job.title} size="xl" transitionProps={{ duration: 0 }}>
      <Alert color="yellow" variant="light" mb="sm">
        {t('print.blocked')}
      </Alert>
      <iframe
        ref={start}
        title={job.title}
        style={{ width: '100%', height: '60dvh', border: '1px solid var(--bobina-line)', background: '#fff' }}
      />
      <Group justify="flex-end" mt="sm">
        <Button variant="default" onClick={close}>
          {t('action.close')}
        </Button>
        <Button leftSection={<IconPrinter size={18} />} onClick={print} data-autofocus>
          {t('action.print')}
        </Button>
      </Group>
    </Dialog>
  );
}
export default BlockedPrint;
