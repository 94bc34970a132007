/**
 * Texts. One catalogue (namespace) per area and language, fetched when a screen of the area opens. No fallback
 * language: a test proves that all three are complete.
 */
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@bobina/contract/core/languages.ts';
import i18next, { type BackendModule, type ParseKeys } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { storage } from '../storage.ts';

const STORED_AS = 'language';
/** Each language in its own words. */
export const LANGUAGE_NAMES: Record<Language, string> = { it: 'Italiano', fr: 'Français', en: 'English' };
export const LOCALES: Record<Language, string> = { it: 'it-IT', fr: 'fr-FR', en: 'en-GB' };

type Load = (language: string, namespace: string) => Promise<object>;
const loadCommon = import.meta.glob<object>('./common/*.json', { import: 'default' });

const isLanguage = (value: string | null): value is Language =>
  (LANGUAGES as readonly (string | null)[]).includes(value);
const storedLanguage = (): Language => {
  const stored = storage.read(STORED_AS);
  return isLanguage(stored) ? stored : DEFAULT_LANGUAGE;
};

const backendOf = (loadArea: Load): BackendModule => ({
  type: 'backend',
  init: () => {},
  read: (language, namespace, callback) => {
    const load = namespace === 'common' ? loadCommon[`./common/${language}.json`]!() : loadArea(language, namespace);
    load.then(
      (texts) => callback(null, texts as never),
      (error: unknown) => callback(error as Error, false),
    );
  },
});

/** @param loadArea fetches the texts of an area; @param first the namespaces that every page needs */
export const startTexts = async (loadArea: Load, first: readonly string[]): Promise<void> => {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  await i18next
    .use(backendOf(loadArea))
    .use(initReactI18next)
    .init({
      lng: storedLanguage(),
      supportedLngs: LANGUAGES,
      fallbackLng: false,
      ns: first,
      defaultNS: 'common',
      interpolation: { escapeValue: false }, // React escapes
      react: { useSuspense: true },
      showSupportNotice: false,
    } as never);
};

export const currentLanguage = (): Language => (isLanguage(i18next.language) ? i18next.language : DEFAULT_LANGUAGE);
export const useLanguage = (): Language => {
  const { i18n } = useTranslation();
  return isLanguage(i18n.language) ? i18n.language : DEFAULT_LANGUAGE;
};
/** Fetches the texts first and switches then, so that no screen shows keys. */
export const changeLanguage = async (language: Language): Promise<void> => {
  storage.write(STORED_AS, language);
  await i18next.changeLanguage(language);
};
export const loadTexts = (namespaces: readonly string[]): Promise<void> => i18next.loadNamespaces(namespaces);
/** A shared text outside components. */
export const say = (key: ParseKeys<'common'>): string => i18next.t(key, { ns: 'common' });
