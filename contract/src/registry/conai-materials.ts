/**
 * The packaging materials of CONAI, in the words of its tariff. In a module without schemas: the form of a product shows
 * them before it loads zod.
 */
export const CONAI_MATERIALS = ['acciaio', 'alluminio', 'bioplastica', 'carta', 'legno', 'plastica', 'vetro'] as const;
