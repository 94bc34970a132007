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
/**
 * The texts that belong to no area. `common` loads with every page, the others with what shows them: `lists` with the menus of a
 * list, `mail` and `imports` with their dialogs, `files` with the first attachments, `notes` with the first notes, `numbers` with the note of a number field and after a paste, `persons` with the buttons for personal data, `unsaved` with drafts and conflicts.
 */
const shared = import.meta.glob<object>('./*/*.json', { import: 'default' });

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
export function commonText(key: ParseKeys<'common'>, values: Record<string, unknown> = {}): string {
  return i18next.t(key, { ...values, ns: 'common' });
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
      const load = shared[`./${namespace}/${language}.json`]?.() ?? loadArea(language, namespace);
      load.then(
        (texts) => callback(null, texts as never),
        (error: unknown) => callback(error as Error, false),
      );
    },
  };
}
