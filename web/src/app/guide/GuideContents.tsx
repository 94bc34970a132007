import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { LinkAnchor } from '../../ui/link.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { useScreen } from '../../ui/page/screen-context.ts';
import { SearchBox } from '../../ui/page/SearchBox.tsx';
import { LoadFailed } from '../../ui/table/TableStates.tsx';
import { textsOf, wholeGuideQuery } from './guide-query.ts';
import { matchesName } from '../shell/palette-words.ts';
import classes from './guide.module.css';
import { plainText, useInterfaceText } from './interface-texts.ts';
import { guideFolder, PAGE_NAMES, type PageName } from './pages.ts';

/** The contents of the guide: the pages of the screens that the role can open, with a search in all of their texts. */
function GuideContents() {
  const { t } = useTranslation(['guide', 'app']);
  const language = useLanguage();
  const guide = useQuery(wholeGuideQuery(language));
  const read = useInterfaceText();
  const { mayOpenTitled } = useScreen();
  const names = PAGE_NAMES.filter((name) => mayOpenTitled(name));
  const [sought, setSought] = useState('');
  const titleOf = (name: PageName) => t(`screens.${name}`, { ns: 'app' });
  const purposeOf = (name: PageName) => plainText(guide.data![name].purpose, read);
  const isFound = (name: PageName) =>
    matchesName(
      sought,
      [titleOf(name), ...textsOf(guide.data![name]).map((one) => plainText(one, read))].join(' '),
      language,
    );
  const found = guide.data ? names.filter(isFound) : [];
  const folders = [...new Set(found.map((name) => guideFolder(name)))];
  return (
    <Page
      subtitle={
        <span aria-live="polite" aria-busy={guide.isPending}>
          {guide.data && t('pages', { count: found.length })}
        </span>
      }
    >
      <search>
        <SearchBox value={sought} onChange={setSought} label={t('search')} />
      </search>
      {guide.error && <LoadFailed error={guide.error} onRetry={() => void guide.refetch()} />}
      {guide.data && found.length === 0 && <Text c="dimmed">{t('nothing')}</Text>}
      {folders.map((folder) => (
        <section key={folder}>
          <Title order={2} fz="md" mb={4}>
            {t(`folders.${folder}`)}
          </Title>
          <ul className={classes.contents}>
            {found
              .filter((name) => guideFolder(name) === folder)
              .map((name) => (
                <li key={name}>
                  <LinkAnchor to={`/guida/${name}`} fw={600}>
                    {titleOf(name)}
                  </LinkAnchor>
                  <Text size="sm" c="dimmed">
                    {purposeOf(name)}
                  </Text>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </Page>
  );
}
export default GuideContents;
