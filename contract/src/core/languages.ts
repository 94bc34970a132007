export const LANGUAGES = ['it', 'fr', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'it';

/**
 * The cookie of the language, written by the page and read by the server. Over https its prefix makes browsers refuse
 * one of another host or one that was set over http.
 */
export function languageCookie(language: Language, isHttps: boolean): string {
  const name = isHttps ? '__Host-language' : 'language';
  return `${name}=${language}; path=/; max-age=31536000; samesite=strict${isHttps ? '; secure' : ''}`;
}

/** The language in a `Cookie` header; that of the prefixed cookie counts first. */
export function readLanguageCookie(header: string = ''): Language {
  const cookies = new Map(header.split(/; */).map((pair) => pair.split('=') as [string, string]));
  const asked = cookies.get('__Host-language') ?? cookies.get('language');
  return LANGUAGES.find((language) => language === asked) ?? DEFAULT_LANGUAGE;
}

/**
 * The supported language that an `Accept-Language` header prefers: highest weight first, Italian when none fits.
 * @param header for example `fr-FR,fr;q=0.9,en;q=0.8`
 */
export function preferredLanguage(header: string | undefined): Language {
  if (!header) return DEFAULT_LANGUAGE;
  const wanted = header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find(Boolean);
      return { language: tag.slice(0, 2), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return (
    (wanted.find(({ language }) => (LANGUAGES as readonly string[]).includes(language))?.language as Language) ??
    DEFAULT_LANGUAGE
  );
}
