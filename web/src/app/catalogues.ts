/**
 * Locates the texts of each area. The namespace is the area's folder name; `app` holds the shell's texts and all screen
 * titles.
 */
const areas = import.meta.glob<object>('../areas/*/*.json', { import: 'default' });
const own = import.meta.glob<object>('./texts/*.json', { import: 'default' });

/** Loads the catalogue of a namespace in one language. */
export function loadCatalogue(language: string, namespace: string): Promise<object> {
  const load = namespace === 'app' ? own[`./texts/${language}.json`] : areas[`../areas/${namespace}/${language}.json`];
  return load ? load() : Promise.reject(new Error(`No texts: ${namespace}/${language}`));
}
