import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { useActs, type Act } from '../../lib/offline/acts.ts';
import { toast } from '../../ui/toasts.ts';

/** Announces entries that stay on the device, and the results of sent ones. */
export function useAnnouncements(): void {
  const { t } = useTranslation('offline');
  const formats = useFormats();
  const { own } = useActs();
  const before = useRef<readonly Act[]>(null);
  useEffect(() => {
    const known = new Map((before.current ?? []).map(({ seq, state }) => [seq, state]));
    const isFirst = before.current === null;
    before.current = own;
    const turned = (state: Act['state']) => own.filter((act) => act.state === state && known.get(act.seq) !== state);
    // Entries of an earlier page are no news.
    if (turned('waiting').some(({ created_at }) => Date.parse(created_at) > performance.timeOrigin))
      toast.warning(t('pending.kept'));
    if (isFirst) return;
    const sent = turned('sent').length;
    if (sent > 0) toast.success(t('pending.sent', { count: sent, shown: formats.number(sent) }));
    if (turned('refused').length > 0) toast.error(t('pending.refusedToast'));
  }, [own, t, formats]);
}
