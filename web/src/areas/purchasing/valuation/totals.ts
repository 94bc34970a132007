/** Valuation of the stock. */
export {};
