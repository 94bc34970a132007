import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api/api.ts';
import { useFormats } from '../../lib/formats.ts';
import { prepared } from '../../ui/prepared.tsx';
import { toast } from '../../ui/toasts.ts';
import classes from './bell.module.css';

// The list is loaded with the first menu, not with the first screen.
const NoticesMenu = prepared(() => import('./NoticesMenu.tsx'));
const SHOWN = 50;

/**
 * The bell of the top bar: counts the notices that the user has not read, without sound or announcement, and follows
 * live changes. Opening its menu marks them as read; they keep their mark until it closes.
 */
function NoticesBell() {
  const { t } = useTranslation('app');
  const formats = useFormats();
  const cache = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set());
  const { data } = useQuery(api.notices.list.query({ query: { limit: SHOWN } }));
  const notices = data?.rows ?? [];
  const markRead = useMutation({
    mutationFn: (until: string) => api.notices.markRead({ body: { until } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['notices'] }),
    onError: (error) => toast.problem(error, t('notices.failed')),
  });
  const unread = notices.filter(({ is_read }) => !is_read);
  const count = unread.length === SHOWN ? `${SHOWN}+` : formats.number(unread.length);
  const label = unread.length > 0 ? t('notices.unread', { count: unread.length, shown: count }) : t('notices.title');
  const open = async () => {
    try {
      await NoticesMenu.prepare();
      setFresh(new Set(unread.map(({ id }) => id)));
      setOpen(true);
      if (unread.length > 0) markRead.mutate(unread[0]!.at);
    } catch {
      toast.error(t('notices.failed'));
    }
  };
  return (
    <Menu
      opened={isOpen}
      onChange={(opened) => (opened ? void open() : setOpen(false))}
      width={340}
      position="bottom-end"
    >
      <Menu.Target>
        <Tooltip label={label} disabled={isOpen}>
          <ActionIcon variant="default" size="lg" aria-label={label} className={classes.bell!}>
            <IconBell size={18} />
            {unread.length > 0 && (
              <span className={classes.count} aria-hidden>
                {count}
              </span>
            )}
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu!}>
        <NoticesMenu notices={notices} fresh={fresh} />
      </Menu.Dropdown>
    </Menu>
  );
}
export default NoticesBell;
