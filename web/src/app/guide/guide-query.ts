import type { Language } from '@bobina/contract/core/languages.ts';
import { queryOptions } from '@tanstack/react-query';
import { loadTexts } from '../../lib/i18n/i18n.ts';
import { namespacesIn } from './interface-texts.ts';
import { loadGuide, loadGuidePage, type GuidePageTexts } from './load-guide.ts';
import { PAGE_NAMES, type PageName } from './pages.ts';

/** One page with the texts of the interface that it names. */
export function guideQuery(name: PageName, language: Language) {
  return queryOptions({
    queryKey: ['guide', name, language],
    queryFn: async () => {
      const page = await loadGuidePage(name, language);
      await loadTexts(namespacesIn(textsOf(page)));
      return page;
    },
    staleTime: Infinity,
  });
}

/** All pages, for the search of the contents. */
export function wholeGuideQuery(language: Language) {
  return queryOptions({
    queryKey: ['guide', 'all', language],
    queryFn: async () => {
      const guide = await loadGuide(language);
      await loadTexts(namespacesIn(PAGE_NAMES.flatMap((name) => textsOf(guide[name]))));
      return guide;
    },
    staleTime: Infinity,
  });
}

/** All texts of a page. */
export function textsOf({ purpose, tasks }: GuidePageTexts): string[] {
  return [purpose, ...tasks.flatMap(({ task, how }) => [task, how])];
}
