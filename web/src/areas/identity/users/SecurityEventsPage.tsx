import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SECURITY_EVENT_KINDS } from '@bobina/contract/identity/security-event-kinds.ts';
import type { SecurityEvent } from '@bobina/contract/identity/security-events.ts';
import { api } from '../../../lib/api/api.ts';
import { Select } from '../../../ui/form/Select.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { SecurityEventFilters } from './filters.ts';
import { EVENT_ROW, securityEventColumns, type SeenEvent } from './security-event-columns.tsx';

/** Shows sign-ins, failed sign-ins and changes of roles and passwords. Read only. */
function SecurityEventsPage() {
  const { t } = useTranslation('identity');
  const { t: app } = useTranslation('app');
  const [{ q = '', sort = '-at', kind, account }, setFilters] = useFilters(SecurityEventFilters);
  const columns = useMemo(() => securityEventColumns(t, app), [t, app]);
  return (
    <ListPage<SecurityEvent, SeenEvent>
      call={api.securityEvents.list}
      rowFields={EVENT_ROW}
      query={{ q, kind, account }}
      columns={columns}
      sort={sort}
      onSort={(next) => setFilters({ sort: next })}
      countLabel={(count, shown) => t('events.count', { count, shown })}
      search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('events.search') }}
      filters={
        <Select
          aria-label={t('event.kind')}
          placeholder={t('events.anyKind')}
          w={210}
          clearable
          clearButtonProps={{ 'aria-label': t('events.anyKind') }}
          value={kind ?? null}
          data={SECURITY_EVENT_KINDS.map((value) => ({ value, label: t(`eventKinds.${value}`) }))}
          onChange={(value) => setFilters({ kind: (value ?? undefined) as typeof kind })}
        />
      }
      above={
        <Text size="sm" c="dimmed">
          {t('events.kept')}
        </Text>
      }
      isFiltered={q !== '' || kind !== undefined || account !== undefined}
      onClearFilters={() => setFilters({ q: '', kind: undefined, account: undefined })}
      rowName={(row) => `${t(`eventKinds.${row.kind}`)} ${row.account}`}
      failedTitle={t('events.listFailed')}
      empty={{ title: t('events.empty'), hint: t('events.emptyHint') }}
    />
  );
}
export default SecurityEventsPage;
