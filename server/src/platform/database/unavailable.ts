/** The database cannot be used just now: answered by a 503, worth a retry. */
export class Unavailable extends Error {}
