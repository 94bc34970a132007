import { Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptImport } from '@bobina/contract/system/imports.ts';
import type { Notice } from '@bobina/contract/system/notices.ts';
import { api } from '../../lib/api/api.ts';
import { useFormats } from '../../lib/formats.ts';
import { AnchoredMenu, type AnchoredMenuProps } from '../../ui/overlay/AnchoredMenu.tsx';
import { toast } from '../../ui/toasts.ts';
import classes from './bell.module.css';
import shell from './shell.module.css';

interface Props {
  notices: readonly Notice[];
}

/** The menu of the notices, newest first. */
function NoticesMenu({ notices, ...menu }: Props & AnchoredMenuProps) {
  return (
    <AnchoredMenu {...menu} width={340} dropdown={{ className: shell.notices! }}>
      <Notices notices={notices} />
    </AnchoredMenu>
  );
}
export default NoticesMenu;

/** Marks the notices as read when the menu opens; they keep their mark until it closes. */
function Notices({ notices }: Props) {
  const { t } = useTranslation('app');
  const formats = useFormats();
  const cache = useQueryClient();
  const [fresh] = useState(() => new Set(notices.filter(({ is_read }) => !is_read).map(({ id }) => id)));
  const markRead = useEffectEvent(async () => {
    const [newest] = notices;
    if (!newest || fresh.size === 0) return;
    try {
      await api.notices.markRead({ body: { until: newest.at } });
      await cache.invalidateQueries({ queryKey: ['notices'] });
    } catch (error) {
      toast.problem(error, t('notices.failed'));
    }
  });
  useEffect(() => void markRead(), []);
  const textOf = ({ id, kind, entity, label, text, by_name, at }: Notice) => (
    <span className={classes.notice}>
      <span className={classes.kind} data-new={fresh.has(id) || undefined}>
        {t(`notices.kind.${kind}`)}
        {fresh.has(id) && <span className="visually-hidden"> ({t('notices.new')})</span>}
      </span>
      <span>
        {kind === 'import_failed'
          ? t('notices.refused', { register: t(`notices.register.${entity as KeptImport['register']}`), rows: label })
          : label}
      </span>
      {text !== null && (
        <span className={classes.text}>
          {by_name}: {text}
        </span>
      )}
      <time dateTime={at}>{formats.instant(at)}</time>
    </span>
  );
  return (
    <>
      <Menu.Label>{notices.length > 0 ? t('notices.title') : t('notices.none')}</Menu.Label>
      {notices.map((notice) =>
        notice.path === null ? (
          <Menu.Item key={notice.id} closeMenuOnClick={false}>
            {textOf(notice)}
          </Menu.Item>
        ) : (
          <Menu.Item key={notice.id} renderRoot={(props) => <Link to={notice.path!} {...props} />}>
            {textOf(notice)}
          </Menu.Item>
        ),
      )}
    </>
  );
}
