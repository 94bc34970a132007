/** Where the texts of each area are. An area's folder name is its namespace; `app` has the shell's and the titles of all screens. */
const areas = import.meta.glob<object>('../areas/*/*.json', { import: 'default' });
const own = import.meta.glob<object>('./texts/*.json', { import: 'default' });

export function loadCatalogue(language: string, namespace: string): Promise<object> {
  const load = namespace === 'app' ? own[`./texts/${language}.json`] : areas[`../areas/${namespace}/${language}.json`];
  return load ? load() : Promise.reject(new Error(`No texts: ${namespace}/${language}`));
}
