/** Initial values of a new machine. */
export const EMPTY_MACHINE = { code: '', description: '', abbreviation: '', area: '', is_active: true, people: null };
