import { Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { Token } from '@bobina/contract/identity/tokens.ts';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { deferred } from '../../../ui/deferred.tsx';
import { removeRow } from '../../../ui/overlay/remove-row.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { deleteAction } from '../../../ui/table/row-actions.tsx';
import { capabilityName } from './capability-name.ts';
import { CalendarsPanel } from './CalendarsPanel.tsx';
import { PresenceHost } from '../presence/PresenceHost.tsx';
import { TokenFilters } from './filters.ts';

const SecretDialog = deferred(async () => (await import('./SecretDialog.tsx')).SecretDialog);
const TokenDialog = deferred(async () => (await import('./TokenDialog.tsx')).TokenDialog);

/** The fields of a token that the list reads besides those of its columns. */
const ROW = ['id', 'name'] as const;
type SeenToken = Pick<Token, (typeof ROW)[number]>;
const column = columnsOf<Token>();

function tokenColumns(t: TFunction<'identity'>): Column<Token>[] {
  return [
    { key: 'name', label: t('tokens.name'), width: 'minmax(9rem, 1.5fr)', priority: 1 },
    { key: 'user_name', label: t('tokens.owner'), width: 'minmax(8rem, 1fr)', priority: 2 },
    column(['capabilities'], {
      key: 'capabilities',
      label: t('tokens.capabilities'),
      value: ({ capabilities }) => capabilities.map((capability) => capabilityName(t, capability)).join(', '),
      width: 'minmax(10rem, 2fr)',
      priority: 3,
      sortable: false,
    }),
    { key: 'expires_at', label: t('tokens.expires'), kind: 'instant', width: '10.5rem', priority: 1 },
    { key: 'last_used_at', label: t('tokens.lastUsed'), kind: 'instant', width: '10.5rem', priority: 2 },
  ];
}

/** Shows the user's service tokens and calendars; those who manage users can list the tokens of all. */
function TokensPage() {
  const { t } = useTranslation('identity');
  const [{ q = '', sort = 'name', all }, setFilters] = useFilters(TokenFilters);
  const columns = useMemo(() => tokenColumns(t), [t]);
  const mayManage = useCan()('users.manage');
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<{ title: string; text: string }>();
  const remove = ({ id, name }: SeenToken) =>
    removeRow({
      refresh: 'tokens',
      question: t('tokens.deleteConfirm'),
      name,
      isFinal: true,
      remove: (options) => api.tokens.remove({ id }, options),
      done: t('tokens.deleted'),
      failed: t('tokens.failed'),
    });
  return (
    <>
      <ListPage<Token, SeenToken>
        call={api.tokens.list}
        rowFields={ROW}
        query={{ q, ...(all && mayManage && { all: 'true' }) }}
        columns={columns}
        sort={sort}
        onSort={(next) => setFilters({ sort: next })}
        countLabel={(count, shown) => t('tokens.count', { count, shown })}
        search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('tokens.search') }}
        filters={
          mayManage && (
            <Checkbox
              label={t('tokens.ofAll')}
              checked={all ?? false}
              onChange={(event) => setFilters({ all: event.currentTarget.checked || undefined })}
            />
          )
        }
        above={<CalendarsPanel onCreated={(text) => setSecret({ title: t('calendars.address'), text })} />}
        isFiltered={q !== ''}
        onClearFilters={() => setFilters({ q: '' })}
        create={{ label: t('tokens.add'), onClick: () => setAdding(true) }}
        rowName={({ name }) => name}
        actions={(row) => [deleteAction(() => void remove(row))]}
        failedTitle={t('tokens.listFailed')}
        empty={{ title: t('tokens.empty'), hint: t('tokens.emptyHint') }}
      />
      {isAdding && (
        <TokenDialog
          onClose={() => setAdding(false)}
          onCreated={(text) => {
            setAdding(false);
            setSecret({ title: t('tokens.token'), text });
          }}
        />
      )}
      <PresenceHost />
      {secret && <SecretDialog title={secret.title} secret={secret.text} onClose={() => setSecret(undefined)} />}
    </>
  );
}
export default TokensPage;
