import type { Act } from '../../../platform/context.ts';

/**
 * Completes a document that has just been given its number, as the last step of the act: writes its file. It never
 * refuses.
 */
export type OnIssued = (act: Act, id: number) => Promise<void>;
