/** Loads the texts of the user guide: one file per folder and language, when the guide opens. */
import type { Language } from '@bobina/contract/core/languages.ts';
import { PAGE_NAMES, guideFolder, type GuideFolder, type PageName } from './pages.ts';

export interface GuideTask {
  /** The goal of the user. */
  task: string;
  /** The steps, in order. `[area:key]` is replaced by a text of the interface. */
  how: string;
}

export interface GuidePageTexts {
  purpose: string;
  tasks: readonly GuideTask[];
}

type FolderTexts = Partial<Record<PageName, GuidePageTexts>>;

const areas = import.meta.glob<FolderTexts>('../../areas/*/guide/*.json', { import: 'default' });
const own = import.meta.glob<FolderTexts>('../pages/guide/*.json', { import: 'default' });
const pictures = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });

/** Loads one page. Throws if it has no texts in the language. */
export async function loadGuidePage(name: PageName, language: Language): Promise<GuidePageTexts> {
  const page = (await loadFolder(guideFolder(name), language))[name];
  if (!page) throw new Error(`No guide page: ${name} (${language})`);
  return page;
}

/** Loads all pages of a language, for the search of the contents. */
export async function loadGuide(language: Language): Promise<Record<PageName, GuidePageTexts>> {
  const loaded = PAGE_NAMES.map(async (name) => [name, await loadGuidePage(name, language)] as const);
  return Object.fromEntries(await Promise.all(loaded)) as Record<PageName, GuidePageTexts>;
}

/** The address of the page's picture in this language. Undefined if there is none. */
export function guidePicture(name: PageName, language: Language): string | undefined {
  return pictures[`./pictures/${name}.${language}.webp`];
}

function loadFolder(folder: GuideFolder, language: Language): Promise<FolderTexts> {
  const load =
    folder === 'pages' ? own[`../pages/guide/${language}.json`] : areas[`../../areas/${folder}/guide/${language}.json`];
  return load ? load() : Promise.reject(new Error(`No guide texts: ${folder}/${language}`));
}
