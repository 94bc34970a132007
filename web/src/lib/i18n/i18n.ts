/**
 * Texts. One catalogue (namespace) per area and language, fetched when a screen of the area opens. No fallback
 * language: a test proves that all three are complete.
 */
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@bobina/contract/core/languages.ts';
import type { Messages } from '@bobina/contract/core/messages/it.ts';
import { addMessages } from '@bobina/contract/core/messages/messages.ts';
import i18next, { type BackendModule, type ParseKeys } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { storage } from '../storage.ts';

const STORED_AS = 'language';
/** Each language in its own words. */
export const LANGUAGE_NAMES: Record<Language, string> = { it: 'Italiano', fr: 'Français', en: 'English' };
export const LOCALES: Record<Language, string> = { it: 'it-IT', fr: 'fr-FR', en: 'en-GB' };

type Load = (language: string, namespace: string) => Promise<object>;
const loadCommon = import.meta.glob<object>('./common/*.json', { import: 'default' });

/** What the contract says of refused fields: forms say the same as the server. */
const MESSAGES: Record<Language, () => Promise<Messages>> = {
  it: () => import('@bobina/contract/core/messages/it.ts').then(({ it }) => it),
  fr: () => import('@bobina/contract/core/messages/fr.ts').then(({ fr }) => fr),
  en: () => import('@bobina/contract/core/messages/en.ts').then(({ en }) => en),
};

/** @param loadArea fetches the texts of an area; @param first the namespaces that every page needs */
export async function startTexts(loadArea: Load, first: readonly string[]): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
    // The server names the texts of the next first screen in the header of the page.
    document.cookie = `language=${language}; path=/; max-age=31536000; samesite=strict`;
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

export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : DEFAULT_LANGUAGE;
}
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return isLanguage(i18n.language) ? i18n.language : DEFAULT_LANGUAGE;
}
/** Fetches the texts first and switches then, so that no screen shows keys. */
export async function changeLanguage(language: Language): Promise<void> {
  await loadMessages(language);
  storage.write(STORED_AS, language);
  await i18next.changeLanguage(language);
}
export function loadTexts(namespaces: readonly string[]): Promise<void> {
  return i18next.loadNamespaces(namespaces);
}
/** A shared text outside components. */
export function say(key: ParseKeys<'common'>): string {
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
      const load = namespace === 'common' ? loadCommon[`./common/${language}.json`]!() : loadArea(language, namespace);
      load.then(
        (texts) => callback(null, texts as never),
        (error: unknown) => callback(error as Error, false),
      );
    },
  };
}
