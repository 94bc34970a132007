import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCloudCheck, IconCloudExclamation, IconCloudUp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { isOld, useActs, type Act } from '../../lib/offline/acts.ts';
import { PendingDialog } from './PendingDialog.tsx';
import { Hint } from '../../ui/overlay/Hint.tsx';
import { useAnnouncements } from './use-announcements.ts';

/** Milliseconds that the button stays after the last entry was sent. */
const SENT_MS = 20_000;

/**
 * The button that shows how many entries wait on this device, and opens their list. It goes when the user has seen that all
 * are sent, or some seconds later.
 */
function PendingButton() {
  const { t } = useTranslation('offline');
  const formats = useFormats();
  const { own, others } = useActs();
  const [isOpen, { open, close }] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  // The focus returns to the button when the list is closed: the message is gone then.
  useAnnouncements(isOpen, () => (button.current?.focus(), open()));
  const unsent = own.filter(({ state }) => state !== 'sent');
  const count = unsent.length + others;
  const needsUser = unsent.some((act) => act.state === 'refused' || isOld(act));
  const [isSentShown, hideSent] = useSentShown(own);
  if (count === 0 && !isOpen && !isSentShown) return null;
  const label = t('pending.button', { count, shown: formats.number(count) });
  const Icon = needsUser ? IconCloudExclamation : count > 0 ? IconCloudUp : IconCloudCheck;
  return (
    <>
      <Hint label={label}>
        <Button
          variant="default"
          px={8}
          flex="none"
          ref={button}
          data-pending
          aria-label={label}
          leftSection={<Icon size={18} color={needsUser ? 'var(--mantine-color-error)' : undefined} />}
          onClick={open}
        >
          {formats.number(count)}
        </Button>
      </Hint>
      {isOpen && <PendingDialog onClose={() => (hideSent(), close())} />}
    </>
  );
}
export default PendingButton;

/** Whether an entry was sent a moment ago and the user has not seen it in the list, and a function that ends that. */
function useSentShown(own: readonly Act[]): [boolean, () => void] {
  const latest = Math.max(0, ...own.map(({ sent_at }) => Date.parse(sent_at ?? '') || 0));
  const [seen, setSeen] = useState(() => Date.now() - SENT_MS);
  useEffect(() => {
    const timer = setTimeout(() => setSeen(latest), latest + SENT_MS - Date.now());
    return () => clearTimeout(timer);
  }, [latest]);
  return [latest > seen, () => setSeen(latest)];
}
