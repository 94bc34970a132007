import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { EntityLoader } from '../../../ui/page/EntityLoader.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { SettingsForm } from './SettingsForm.tsx';

/** Shows the company's settings. */
function SettingsPage() {
  const { t } = useTranslation('settings');
  const settings = useQuery(api.settings.get.query());
  if (settings.error && !settings.data) {
    return (
      <Page>
        <LoadFailed error={settings.error} onRetry={() => void settings.refetch()} title={t('settings.loadFailed')} />
      </Page>
    );
  }
  return (
    <EntityLoader query={settings} onFailed={() => {}}>
      {(loaded) => <SettingsForm settings={loaded} />}
    </EntityLoader>
  );
}
export default SettingsPage;
