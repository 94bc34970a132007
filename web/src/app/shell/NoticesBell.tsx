import { ActionIcon, Menu } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api/api.ts';
import { prepared } from '../../ui/prepared.tsx';
import { toast } from '../../ui/toasts.ts';
import classes from './shell.module.css';

// The list is loaded with the first menu, not with the first screen.
const NoticesMenu = prepared(() => import('./NoticesMenu.tsx'));
const SHOWN = 50;

/**
 * The bell of the top bar: counts the notices that the user has not read, without sound or announcement, and follows
 * live changes.
 * @param isReady whether the screen has rendered: the notices are read after it
 */
export function NoticesBell({ isReady }: { isReady: boolean }) {
  const { t } = useTranslation('app');
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({ ...api.notices.list.query({ query: { limit: SHOWN } }), enabled: isReady });
  const notices = data?.rows ?? [];
  const count = notices.filter(({ is_read }) => !is_read).length;
  const open = async () => {
    try {
      await NoticesMenu.prepare();
      setOpen(true);
    } catch (error) {
      toast.problem(error, t('notices.failed'));
    }
  };
  return (
    <Menu opened={isOpen} onChange={(opened) => (opened ? void open() : setOpen(false))} width={340}>
      <Menu.Target>
        <ActionIcon
          color="gray"
          size="lg"
          className={classes.bell!}
          aria-label={count > 0 ? t('notices.unread', { count }) : t('notices.title')}
        >
          <IconBell size={18} />
          {count > 0 && <span aria-hidden>{count === SHOWN ? `${SHOWN}+` : count}</span>}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.notices!}>
        <NoticesMenu notices={notices} />
      </Menu.Dropdown>
    </Menu>
  );
}
