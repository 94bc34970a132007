/** The text in lower case and without accents, for a search. */
export function foldForSearch(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
