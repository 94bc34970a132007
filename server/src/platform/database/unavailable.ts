/** The database is unusable for now: answered by a 503, worth a retry. */
export class Unavailable extends Error {}
