import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { unsentOn, useActs } from '../../../lib/offline/acts.ts';
import { Reopened } from '../../../ui/offline/Reopened.tsx';
import { EntityLoader } from '../../../ui/page/EntityLoader.tsx';
import { toast } from '../../../ui/toasts.ts';
import { LIST, sheetPath } from './calls.ts';
import { queuedCount, withWaiting } from './save-counted.ts';
import { OpenedSheet } from './OpenedSheet.tsx';

/** Shows the sheet of a count and follows updates by other users, because two users may count one warehouse. */
export function CountSheet({ id }: { id: number }) {
  const { t } = useTranslation('stock');
  const navigate = useNavigate();
  const count = useQuery(api.stockCounts.get.query({ id }));
  const acts = useActs();
  const shown = useMemo(
    () => count.data && withWaiting(count.data, unsentOn(queuedCount(id), acts)),
    [count.data, acts, id],
  );
  const onFailed = () => {
    toast.error(t('sheet.loadFailed'));
    void navigate({ to: LIST, replace: true });
  };
  return (
    <EntityLoader query={count} onFailed={onFailed}>
      {(opened) => (
        <Reopened screen={sheetPath(id)}>{(act) => <OpenedSheet count={shown ?? opened} reopened={act} />}</Reopened>
      )}
    </EntityLoader>
  );
}
