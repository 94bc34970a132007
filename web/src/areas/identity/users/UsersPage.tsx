import { IconKey, IconShieldLock, IconWebhook } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '@bobina/contract/identity/users.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useCan } from '../../../lib/session.ts';
import { deleteRows } from '../../../ui/bulk/bulk-act.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { ActivityLog } from './ActivityLog.tsx';
import { USER_ROW, userColumns, type SeenUser } from './columns.tsx';
import { SECURITY_EVENTS, UserFilters, USERS } from './filters.ts';
import { useUserActions } from './use-user-actions.tsx';
import classes from './users.module.css';
import { ToolButton } from '../../../ui/page/PageAction.tsx';

/** Milliseconds between refetches: the online status changes without a change of a user. */
const LOOK_AGAIN = 60_000;

/** Shows the list of users and the activities of the selected user. */
function UsersPage() {
  const { t } = useTranslation('identity');
  const { t: app } = useTranslation('app');
  const [{ q = '', sort = 'username', user: selected, find = '' }, setFilters] = useFilters(UserFilters);
  const columns = useMemo(() => userColumns(t, app), [t, app]);
  const mayManage = useCan()('users.manage');
  const actions = useUserActions({
    onDeleted: ({ id }) => id === selected && setFilters({ user: undefined, find: undefined }),
  });
  useEffect(() => {
    const timer = setInterval(() => void queryClient.invalidateQueries({ queryKey: api.users.list.key }), LOOK_AGAIN);
    return () => clearInterval(timer);
  }, []);
  const log =
    selected === undefined ? (
      <p className={classes.hint}>{t('activities.pick')}</p>
    ) : (
      <ActivityLog
        key={selected}
        userId={selected}
        find={find}
        onFind={(term) => setFilters({ find: term })}
        onClose={() => setFilters({ user: undefined, find: undefined })}
      />
    );
  return (
    <ListPage<User, SeenUser>
      call={api.users.list}
      rowFields={USER_ROW}
      query={{ q }}
      columns={columns}
      sort={sort}
      onSort={(next) => setFilters({ sort: next })}
      isFill={false}
      countLabel={(count, shown) => t('users.count', { count, shown })}
      search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('users.search') }}
      frame={(content) => (
        <>
          <div className={`${classes.part} ${selected === undefined ? classes.alone : classes.shared}`}>{content}</div>
          {log}
        </>
      )}
      extraActions={
        mayManage && (
          <>
            <ToolButton label={t('events.open')} icon={<IconShieldLock size={18} />} to={SECURITY_EVENTS} />
            <ToolButton label={t('tokens.open')} icon={<IconKey size={18} />} to="/programmi?all=true" />
            <ToolButton label={app('screens.webhooks')} icon={<IconWebhook size={18} />} to="/users/webhook" />
          </>
        )
      }
      create={mayManage ? { label: t('users.add'), to: `${USERS}/nuovo` } : undefined}
      rowName={({ username }) => username}
      onOpen={({ id }) => setFilters({ user: id, find: undefined })}
      isSelected={({ id }) => id === selected}
      actions={actions}
      bulk={mayManage ? [deleteRows<SeenUser>(api.users.remove, ['users'])] : []}
      isFiltered={q !== ''}
      onClearFilters={() => setFilters({ q: '' })}
      failedTitle={t('users.listFailed')}
      empty={{ title: t('users.empty'), hint: t('users.emptyHint') }}
    />
  );
}
export default UsersPage;
