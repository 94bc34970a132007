import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Notice } from '@bobina/contract/system/notices.ts';
import { useFormats } from '../../lib/formats.ts';
import classes from './bell.module.css';

/** The notices as menu items, newest first. @param fresh the ids of those that were unread when the menu opened */
function NoticesMenu({ notices, fresh }: { notices: readonly Notice[]; fresh: ReadonlySet<number> }) {
  const { t } = useTranslation('app');
  const formats = useFormats();
  const textOf = ({ id, kind, label, at }: Notice) => (
    <span className={classes.notice}>
      <span className={classes.kind} data-new={fresh.has(id) || undefined}>
        {t(`notices.kind.${kind}`)}
        {fresh.has(id) && <span className="visually-hidden"> ({t('notices.new')})</span>}
      </span>
      <span>{label}</span>
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
export default NoticesMenu;
