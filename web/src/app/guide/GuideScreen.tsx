import { Button } from '@mantine/core';
import { IconBook, IconPrinter } from '@tabler/icons-react';
import { Navigate, useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../ui/link.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { printDocument } from '../../ui/print/print-document.ts';
import { GuideArticle } from './GuideArticle.tsx';
import stylesheet from './guide-print.css?url';
import { isPageName, type PageName } from './pages.ts';

/** One page of the guide with an address of its own, to share and to print. An unknown name opens the contents. */
function GuideScreen() {
  const { screen = '' } = useParams({ strict: false }) as { screen?: string };
  return isPageName(screen) ? <NamedPage name={screen} /> : <Navigate to="/guida" replace />;
}
export default GuideScreen;

function NamedPage({ name }: { name: PageName }) {
  const { t } = useTranslation(['guide', 'app', 'common']);
  const content = useRef<HTMLDivElement>(null);
  const title = t('shell.guideOf', { ns: 'app', title: t(`screens.${name}`, { ns: 'app' }) });
  const print = () =>
    void printDocument({
      title,
      companyHeader: false,
      stylesheet,
      content: () => [...(content.current?.querySelector('article')?.cloneNode(true).childNodes ?? [])],
    });
  const actions = (
    <>
      <LinkButton variant="default" to="/guida" leftSection={<IconBook size={17} />}>
        {t('contents')}
      </LinkButton>
      <Button variant="default" leftSection={<IconPrinter size={17} />} onClick={print}>
        {t('action.print', { ns: 'common' })}
      </Button>
    </>
  );
  return (
    <Page title={title} actions={actions}>
      <div ref={content}>
        <GuideArticle name={name} order={2} />
      </div>
    </Page>
  );
}
