import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api/api.ts';
import { EntityLoader, useIdParameter } from '../../ui/page/EntityLoader.tsx';
import { RecordPage } from '../../ui/page/RecordPage.tsx';
import { MachineRunButton } from '../../ui/run-links.tsx';
import { toast } from '../../ui/toasts.ts';
import { MachineSheet } from '../registry/index.ts';
import { Production } from './lists.tsx';
import { useFigures } from './use-figures.ts';
import { recordTabs } from './record-tabs.tsx';
import { useTabs } from './use-tabs.ts';

const LIST = '/anagrafica/macchinari';

/** Shows a machine: the form, the items scheduled on it, and its history. Saving returns to the list. */
function MachinePage() {
  const { t } = useTranslation('records');
  const { t: registry } = useTranslation('registry');
  const navigate = useNavigate();
  const id = useIdParameter();
  const machine = useQuery(api.machines.get.query({ id }));
  const figures = useFigures('machines', id);
  const tabs = useTabs();
  const toList = () => void navigate({ to: LIST });
  const onLost = () => {
    toast.error(registry('machines.loadFailed'));
    void navigate({ to: LIST, replace: true });
  };
  return (
    <EntityLoader query={machine} onFailed={onLost}>
      {(loaded) => (
        <RecordPage
          key={loaded.id}
          title={loaded.code}
          subtitle={loaded.description}
          figures={figures}
          actions={loaded.is_active && <MachineRunButton code={loaded.code} />}
          tabs={tabs([
            {
              name: 'data',
              label: t('tabs.data'),
              content: () => <MachineSheet machine={loaded} onClose={toList} />,
            },
            {
              name: 'production',
              label: t('tabs.production'),
              needs: ['production.plan'],
              content: () => <Production filter={{ machine_id: id }} />,
            },
            ...recordTabs(t, 'machines', id),
          ])}
        />
      )}
    </EntityLoader>
  );
}
export default MachinePage;
