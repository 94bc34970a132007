import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api/api.ts';
import { menuButton } from '../../ui/overlay/menu-button.ts';
import { prepared } from '../../ui/prepared.tsx';
import { toast } from '../../ui/toasts.ts';
import classes from './shell.module.css';

// The code of the menu is loaded when it is first opened.
const NoticesMenu = prepared(() => import('./NoticesMenu.tsx'));
const SHOWN = 50;

/**
 * The bell of the top bar: counts the notices that the user has not read, without sound or announcement, and follows
 * live changes.
 * @param isReady whether the screen has rendered: the notices are read after it
 */
export function NoticesBell({ isReady }: { isReady: boolean }) {
  const { t } = useTranslation('app');
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({ ...api.notices.list.query({ query: { limit: SHOWN } }), enabled: isReady });
  const notices = data?.rows ?? [];
  const count = notices.filter(({ is_read }) => !is_read).length;
  const open = async () => {
    try {
      await NoticesMenu.prepare();
      setLoaded(true);
      setOpen(true);
    } catch (error) {
      toast.problem(error, t('notices.failed'));
    }
  };
  return (
    <>
      <ActionIcon
        ref={button}
        {...menuButton(id, isOpen)}
        color="gray"
        size="lg"
        className={classes.bell!}
        aria-label={count > 0 ? t('notices.unread', { count }) : t('notices.title')}
        onClick={() => (isOpen ? setOpen(false) : void open())}
      >
        <IconBell size={18} />
        {count > 0 && <span aria-hidden>{count === SHOWN ? `${SHOWN}+` : count}</span>}
      </ActionIcon>
      {isLoaded && <NoticesMenu id={id} button={button} opened={isOpen} onChange={setOpen} notices={notices} />}
    </>
  );
}
