/**
 * Translations. One catalogue (namespace) per area and language, loaded when a screen of the area opens. There is no
 * fallback language; a test checks that all three are complete.
 */
import { DEFAULT_LANGUAGE, LANGUAGES, languageCookie, type Language } from '@bobina/contract/core/languages.ts';
import type { FieldMessages } from '@bobina/contract/core/messages/fields/it.ts';
import { addMessages } from '@bobina/contract/core/messages/messages.ts';
import i18next, { type BackendModule, type ParseKeys } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { storage } from '../storage.ts';

const STORED_AS = 'language';
/** Each language's name in that language. */
export const LANGUAGE_NAMES: Record<Language, string> = { it: 'Italiano', fr: 'Français', en: 'English' };
export const LOCALES: Record<Language, string> = { it: 'it-IT', fr: 'fr-FR', en: 'en-GB' };

type Load = (language: string, namespace: string) => Promise<object>;
const loadCommon = import.meta.glob<object>('./common/*.json', { import: 'default' });
/** The texts of the menus of lists, which load when one opens. */
const loadLists = import.meta.glob<object>('./lists/*.json', { import: 'default' });
/** The texts of mails, which load with their dialog. */
const loadMail = import.meta.glob<object>('./mail/*.json', { import: 'default' });
/** The texts of the import dialog. */
const loadImports = import.meta.glob<object>('./imports/*.json', { import: 'default' });

/** The texts of attachments, which load with the first list of them. */
const loadFiles = import.meta.glob<object>('./files/*.json', { import: 'default' });

/** The texts of unsaved input and of conflicts. */
const loadUnsaved = import.meta.glob<object>('./unsaved/*.json', { import: 'default' });

/** The contract's messages for rejected fields, so that forms and server show the same text. */
const MESSAGES: Record<Language, () => Promise<FieldMessages>> = {
  it: () => import('@bobina/contract/core/messages/fields/it.ts').then(({ itFields }) => itFields),
  fr: () => import('@bobina/contract/core/messages/fields/fr.ts').then(({ frFields }) => frFields),
  en: () => import('@bobina/contract/core/messages/fields/en.ts').then(({ enFields }) => enFields),
};

/**
 * Initialises i18next.
 * @param loadArea loads the texts of an area
 * @param first the namespaces that every page needs
 */
export async function startTexts(loadArea: Load, first: readonly string[]): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
    // The server reads the cookie to preload the texts of the next first screen.
    document.cookie = languageCookie(language as Language, location.protocol === 'https:');
  });
  const language = storedLanguage();
  const messages = loadMessages(language);
  await i18next
    .use(backendOf(loadArea))
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: LANGUAGES,
      fallbackLng: false,
      ns: first,
      defaultNS: 'common',
      interpolation: { escapeValue: false }, // React escapes
      react: { useSuspense: true },
      showSupportNotice: false,
    } as never);
  await messages;
}

/** The current language, outside components. */
export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : DEFAULT_LANGUAGE;
}

/** The current language; re-renders on change. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return isLanguage(i18n.language) ? i18n.language : DEFAULT_LANGUAGE;
}
/** Loads the texts before switching, so that no screen shows translation keys. */
export async function changeLanguage(language: Language): Promise<void> {
  await loadMessages(language);
  storage.write(STORED_AS, language);
  await i18next.changeLanguage(language);
}

/** Loads the texts of the namespaces in the current language. */
export function loadTexts(namespaces: readonly string[]): Promise<void> {
  return i18next.loadNamespaces(namespaces);
}
/** Translates a key of the common namespace outside components. */
export function commonText(key: ParseKeys<'common'>): string {
  return i18next.t(key, { ns: 'common' });
}

async function loadMessages(language: Language): Promise<void> {
  return addMessages(language, await MESSAGES[language]());
}

function isLanguage(value: string | null): value is Language {
  return (LANGUAGES as readonly (string | null)[]).includes(value);
}

function storedLanguage(): Language {
  const stored = storage.read(STORED_AS);
  return isLanguage(stored) ? stored : DEFAULT_LANGUAGE;
}

function backendOf(loadArea: Load): BackendModule {
  return {
    type: 'backend',
    init: () => {},
    read: (language, namespace, callback) => {
      const own = {
        common: loadCommon[`./common/${language}.json`],
        lists: loadLists[`./lists/${language}.json`],
        mail: loadMail[`./mail/${language}.json`],
        imports: loadImports[`./imports/${language}.json`],
        unsaved: loadUnsaved[`./unsaved/${language}.json`],
        files: loadFiles[`./files/${language}.json`],
      };
      const load = own[namespace as keyof typeof own]?.() ?? loadArea(language, namespace);
      load.then(
        (texts) => callback(null, texts as never),
        (error: unknown) => callback(error as Error, false),
      );
    },
  };
}
