import { Group, Text } from '@mantine/core';
import { IconArrowsMaximize, IconBook } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../lib/session.ts';
import { LinkButton } from '../../ui/link.tsx';
import { SideDialog } from '../../ui/overlay/Dialog.tsx';
import { screenAt } from '../screens.ts';
import { GuideArticle } from './GuideArticle.tsx';
import { isGuideOpen } from './guide-state.ts';
import { pageOf } from './pages.ts';

function close() {
  isGuideOpen.set(false);
}

/** The guide page of the current screen in a side panel: the screen and its input stay. */
function GuidePanel() {
  const { t } = useTranslation('app');
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [start] = useState(path);
  useEffect(() => {
    if (path !== start) close();
  }, [path, start]);
  const name = pageOf(screenAt(start)?.title ?? 'home');
  return (
    <SideDialog
      onClose={close}
      position="right"
      size={560}
      overlayProps={{ backgroundOpacity: 0.25, blur: 0 }}
      title={<Text fw={700}>{t('shell.guideOf', { title: t(`screens.${name}`) })}</Text>}
      closeButtonProps={{ 'aria-label': t('shell.closeGuide') }}
    >
      <Suspense fallback={null}>
        <GuideArticle name={name} order={3} />
        <GuideLinks name={name} />
      </Suspense>
    </SideDialog>
  );
}
export default GuidePanel;

/** Links to the same page with its own address, and to the contents. Signed out, these screens do not open. */
function GuideLinks({ name }: { name: string }) {
  const { t } = useTranslation('guide');
  if (!useUser()) return null;
  return (
    <Group mt="lg" gap="sm">
      <LinkButton variant="default" to={`/guida/${name}`} leftSection={<IconArrowsMaximize size={17} />}>
        {t('fullPage')}
      </LinkButton>
      <LinkButton variant="default" to="/guida" leftSection={<IconBook size={17} />}>
        {t('contents')}
      </LinkButton>
    </Group>
  );
}
