export const LANGUAGES = ['it', 'fr', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'it';

/**
 * The language that an `Accept-Language` header prefers among ours: highest weight first, Italian when none fits.
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
