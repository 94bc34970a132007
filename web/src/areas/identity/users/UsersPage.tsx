import { IconPlus, IconShieldLock } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '@bobina/contract/identity/users.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useCan } from '../../../lib/session.ts';
import { LinkButton } from '../../../ui/link.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { SearchBox } from '../../../ui/page/SearchBox.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { useRows } from '../../../ui/table/use-rows.ts';
import { ActivityLog } from './ActivityLog.tsx';
import { userColumns } from './columns.tsx';
import { SECURITY_EVENTS, UserFilters, USERS } from './filters.ts';
import { useUserActions } from './use-user-actions.tsx';
import classes from './users.module.css';

/** Who is online changes without anybody changing a user. */
const LOOK_AGAIN = 60_000;

function UsersPage() {
  const { t } = useTranslation('identity');
  const { t: app } = useTranslation('app');
  const formats = useFormats();
  const [{ q = '', sort = 'username', user: selected, find = '' }, setFilters] = useFilters(UserFilters);
  const rows = useRows<User>(api.users.list, { q, sort });
  const columns = useMemo(() => userColumns(t, app), [t, app]);
  const mayManage = useCan()('users.manage');
  const actions = useUserActions({
    onDeleted: ({ id }) => id === selected && setFilters({ user: undefined, find: undefined }),
  });
  useEffect(() => {
    const timer = setInterval(() => void queryClient.invalidateQueries({ queryKey: api.users.list.key }), LOOK_AGAIN);
    return () => clearInterval(timer);
  }, []);
  const create = mayManage && (
    <LinkButton to={`${USERS}/nuovo`} leftSection={<IconPlus size={18} />}>
      {t('users.add')}
    </LinkButton>
  );
  const pageActions = mayManage && (
    <>
      <LinkButton to={SECURITY_EVENTS} variant="default" leftSection={<IconShieldLock size={18} />}>
        {t('events.open')}
      </LinkButton>
      {create}
    </>
  );
  const count =
    rows.total === undefined ? ' ' : t('users.count', { count: rows.total, shown: formats.number(rows.total) });
  return (
    <Page subtitle={<span aria-live="polite">{count}</span>} actions={pageActions}>
      <div className={`${classes.part} ${selected === undefined ? classes.alone : classes.shared}`}>
        <Panel>
          <search className={classes.search}>
            <SearchBox value={q} onChange={(term) => setFilters({ q: term })} label={t('users.search')} />
          </search>
          <DataTable<User>
            label={t('users.search')}
            rows={rows}
            columns={columns}
            sort={sort}
            onSort={(next) => setFilters({ sort: next })}
            rowName={({ username }) => username}
            onOpen={({ id }) => setFilters({ user: id, find: undefined })}
            isSelected={({ id }) => id === selected}
            actions={actions}
            isFiltered={q !== ''}
            onClearFilters={() => setFilters({ q: '' })}
            failedTitle={t('users.listFailed')}
            empty={{ title: t('users.empty'), hint: t('users.emptyHint'), action: create }}
          />
        </Panel>
      </div>
      {selected === undefined ? (
        <p className={classes.hint}>{t('activities.pick')}</p>
      ) : (
        <ActivityLog
          key={selected}
          userId={selected}
          find={find}
          onFind={(term) => setFilters({ find: term })}
          onClose={() => setFilters({ user: undefined, find: undefined })}
        />
      )}
    </Page>
  );
}
export default UsersPage;
