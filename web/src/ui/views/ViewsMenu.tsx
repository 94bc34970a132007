import { Menu, Text } from '@mantine/core';
import { IconBookmarkOff, IconDeviceFloppy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { View } from '@bobina/contract/identity/views.ts';
import { api } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { removeRow } from '../overlay/remove-row.tsx';
import { MenuAnchor, type OpenedMenu } from '../overlay/MenuAnchor.tsx';
import { toast } from '../toasts.ts';
import type { ListViews } from './use-list-views.ts';
import { ViewDialog } from './ViewDialog.tsx';

const ICON = 17;

/** The menu of a list's saved views: it shows one, and saves, changes and deletes the user's own. */
function ViewsMenu({ button, id, onClose, views: state }: OpenedMenu & { views: ListViews }) {
  const { t } = useTranslation('lists');
  const { t: app } = useTranslation('app');
  const [dialog, setDialog] = useState<'new' | View>();
  const { views, active, list, current } = state;

  // The button gets the focus first, so that the dialog returns it there.
  const openDialog = (what: 'new' | View) => {
    button.current?.focus();
    setDialog(what);
  };
  const saveChanges = async ({ id: viewId, version }: View) => {
    onClose();
    try {
      const saved = await api.views.update({ id: viewId, body: { state: { ...current } }, version });
      await queryClient.invalidateQueries({ queryKey: ['views'] });
      state.show(saved);
      toast.success(t('views.saved'));
    } catch (error) {
      toast.problem(error, t('views.notSaved'));
    }
  };
  const remove = async ({ id: viewId, name }: View) => {
    onClose();
    const isDone = await removeRow({
      refresh: 'views',
      question: t('views.deleteConfirm'),
      name,
      remove: (options) => api.views.remove({ id: viewId }, options),
      done: t('views.deleted'),
      failed: t('views.deleteFailed'),
    });
    if (isDone) state.show(null);
  };
  if (dialog)
    return (
      <ViewDialog
        list={list}
        current={current}
        view={dialog === 'new' ? undefined : dialog}
        onClose={onClose}
        onSaved={(saved) => {
          state.show(dialog === 'new' ? saved : { ...saved, state: { ...current } });
          onClose();
        }}
      />
    );
  const noteOf = ({ is_start, shared_with_role: role }: View) =>
    [is_start && t('views.start'), role && t('views.sharedWith', { role: app(`roles.${role}`) })]
      .filter(Boolean)
      .join(' · ');
  const own = active?.is_own ? active : undefined;
  return (
    <Menu id={id} opened onChange={(isOpen) => !isOpen && onClose()} position="bottom-end" returnFocus>
      <Menu.Target>
        <MenuAnchor button={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {views.length === 0 && <Menu.Label>{t('views.none')}</Menu.Label>}
        {views.map((view) => (
          <Menu.Item
            key={view.id}
            leftSection={<span style={{ width: ICON }}>{view.id === active?.id ? '✓' : ''}</span>}
            rightSection={<Text size="xs">{noteOf(view)}</Text>}
            {...(view.id === active?.id && { 'aria-current': true })}
            onClick={() => state.show(view)}
          >
            {view.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {own && state.isChanged && (
          <Menu.Item leftSection={<IconDeviceFloppy size={ICON} />} onClick={() => void saveChanges(own)}>
            {t('views.saveChanges')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPlus size={ICON} />} closeMenuOnClick={false} onClick={() => openDialog('new')}>
          {t('views.saveAs')}
        </Menu.Item>
        {own && (
          <>
            <Menu.Item
              leftSection={<IconPencil size={ICON} />}
              closeMenuOnClick={false}
              onClick={() => openDialog(own)}
            >
              {t('views.edit')}
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={ICON} />} data-danger onClick={() => void remove(own)}>
              {t('views.delete')}
            </Menu.Item>
          </>
        )}
        {active && (
          <Menu.Item leftSection={<IconBookmarkOff size={ICON} />} onClick={() => state.show(null)}>
            {t('views.leave')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
export default ViewsMenu;
