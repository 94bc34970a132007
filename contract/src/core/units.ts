/** Currencies and units, in a module without schemas: forms show them before they load zod. */
export const CURRENCIES = ['EUR', 'USD', 'MAD', 'CNY'] as const;
export const UNITS = ['m', 'kg', 'piece', 'l', 'box'] as const;
