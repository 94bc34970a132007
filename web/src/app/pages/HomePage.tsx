import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Dashboard } from '../../areas/home/Dashboard.tsx';
import { useUser } from '../../lib/session.ts';
import { toast } from '../../ui/toasts.ts';
import { ledHome } from '../led-home.ts';
import { CardHub } from './CardHub.tsx';

/** The home page: a greeting, the figures of the day and the cards of the areas. */
function HomePage() {
  const { t } = useTranslation('app');
  const { t: home } = useTranslation('home');
  const user = useUser();
  useEffect(() => {
    if (ledHome.why) toast.warning(home(ledHome.why));
    ledHome.why = undefined;
  }, [home]);
  return (
    <CardHub hub="/" title={t('home.title')} subtitle={t('home.welcome', { name: user?.name ?? '' })}>
      <Dashboard />
    </CardHub>
  );
}
export default HomePage;
