/** The statuses of products, in a module without schemas: the product list needs them in its first load. */
export const PRODUCT_STATUSES = ['active', 'inactive'] as const;
