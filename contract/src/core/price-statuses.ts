/** The statuses of a price, without schemas, for screens that load none. */
export const PRICE_STATUSES = ['upcoming', 'active', 'inactive'] as const;
export type PriceStatus = (typeof PRICE_STATUSES)[number];
