import { useTranslation } from 'react-i18next';
import { useUser } from '../../lib/session.ts';
import { CardHub } from './CardHub.tsx';
import { Dashboard } from './Dashboard.tsx';

function HomePage() {
  const { t } = useTranslation('app');
  const user = useUser();
  return (
    <CardHub hub="home" title={t('home.title')} subtitle={t('home.welcome', { name: user?.name ?? '' })}>
      <Dashboard />
    </CardHub>
  );
}
export default HomePage;
