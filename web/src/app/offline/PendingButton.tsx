import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCloudCheck, IconCloudExclamation, IconCloudUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { isOld, useActs } from '../../lib/offline/acts.ts';
import { PendingDialog } from './PendingDialog.tsx';
import { Hint } from '../../ui/overlay/Hint.tsx';
import { useAnnouncements } from './use-announcements.ts';

/** The button that shows how many entries wait on this device, and opens their list. */
function PendingButton() {
  const { t } = useTranslation('offline');
  const formats = useFormats();
  const { own, others } = useActs();
  const [isOpen, { open, close }] = useDisclosure(false);
  useAnnouncements();
  const unsent = own.filter(({ state }) => state !== 'sent');
  const count = unsent.length + others;
  const needsUser = unsent.some((act) => act.state === 'refused' || isOld(act));
  const label = t('pending.button', { count, shown: formats.number(count) });
  const Icon = needsUser ? IconCloudExclamation : count > 0 ? IconCloudUp : IconCloudCheck;
  return (
    <>
      <Hint label={label}>
        <Button
          variant="default"
          px={8}
          flex="none"
          data-pending
          aria-label={label}
          leftSection={<Icon size={18} color={needsUser ? 'var(--mantine-color-error)' : undefined} />}
          onClick={open}
        >
          {formats.number(count)}
        </Button>
      </Hint>
      {isOpen && <PendingDialog onClose={close} />}
    </>
  );
}
export default PendingButton;
