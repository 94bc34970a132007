import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { isUnseen, useActs, type Act } from '../../lib/offline/acts.ts';
import { markRefusalsSeen } from '../../lib/offline/queue.ts';
import { dismiss, toast } from '../../ui/toasts.ts';

/**
 * Announces entries that stay on the device, and the results of sent ones. A refusal stays until the user sees the list or
 * closes it.
 * @param isOpen whether the list is open; it shows the refusals itself
 */
export function useAnnouncements(isOpen: boolean, onOpen: () => void): void {
  const { t } = useTranslation('offline');
  const formats = useFormats();
  const { own } = useActs();
  const before = useRef<readonly Act[]>(null);
  /** The messages about waiting entries, by the entry. */
  const kept = useRef(new Map<number, number>());
  useEffect(() => {
    const known = new Map((before.current ?? []).map(({ seq, state }) => [seq, state]));
    const isFirst = before.current === null;
    before.current = own;
    const turned = (state: Act['state']) => own.filter((act) => act.state === state && known.get(act.seq) !== state);
    const waiting = new Set(own.flatMap(({ seq, state }) => (state === 'waiting' ? [seq] : [])));
    for (const [seq, id] of kept.current) {
      if (waiting.has(seq)) continue;
      dismiss(id);
      kept.current.delete(seq);
    }
    // Entries of an earlier page are no news.
    const [latest] = turned('waiting').filter(({ created_at }) => Date.parse(created_at) > performance.timeOrigin);
    if (latest) kept.current.set(latest.seq, toast.warning(t('pending.kept')));
    if (isFirst) return;
    const sent = turned('sent').length;
    if (sent > 0) toast.success(t('pending.sent', { count: sent, shown: formats.number(sent) }));
  }, [own, t, formats]);
  const unseen = own.filter(isUnseen).length;
  const press = useRef(onOpen);
  useEffect(() => {
    press.current = onOpen;
  });
  useEffect(() => {
    if (unseen === 0) return undefined;
    if (isOpen) return void markRefusalsSeen();
    const id = toast.staying(t('pending.refused', { count: unseen, shown: formats.number(unseen) }), {
      label: t('pending.show'),
      onPress: () => press.current(),
      onClose: () => void markRefusalsSeen(),
    });
    return () => dismiss(id);
  }, [unseen, isOpen, t, formats]);
}
