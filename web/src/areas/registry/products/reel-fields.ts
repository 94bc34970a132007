/** The fields of a product that are shown only while the settings switch reels on. */
export const REEL_FIELDS: ReadonlySet<string> = new Set(['is_reel', 'peso_adesivo', 'spessore_carta']);
