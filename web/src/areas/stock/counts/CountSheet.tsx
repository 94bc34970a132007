import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { Reopened } from '../../../ui/offline/Reopened.tsx';
import { EntityLoader } from '../../../ui/page/EntityLoader.tsx';
import { toast } from '../../../ui/toasts.ts';
import { LIST, sheetPath } from './calls.ts';
import { OpenedSheet } from './OpenedSheet.tsx';

/** Shows the sheet of a count and follows updates by other users, because two users may count one warehouse. */
export function CountSheet({ id }: { id: number }) {
  const { t } = useTranslation('stock');
  const navigate = useNavigate();
  const count = useQuery(api.stockCounts.get.query({ id }));
  const onFailed = () => {
    toast.error(t('sheet.loadFailed'));
    void navigate({ to: LIST, replace: true });
  };
  return (
    <EntityLoader query={count} onFailed={onFailed}>
      {(opened) => (
        <Reopened screen={sheetPath(id)}>
          {(act) => <OpenedSheet count={count.data ?? opened} reopened={act} />}
        </Reopened>
      )}
    </EntityLoader>
  );
}
