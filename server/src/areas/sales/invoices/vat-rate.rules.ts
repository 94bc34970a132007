/** Selects the VAT rate of an invoice line. */
export interface VatRate {
  /** Null for a product with a rate but no code. */
  code: string | null;
  /** Percentage, exact decimal text. */
  rate: string;
  /** The reason for a missing VAT. */
  natura: string | null;
  description: string | null;
}
interface Sources {
  /** The customer's VAT code, which takes precedence. */
  customer: string | null;
  product: { code: string | null; rate: string | null };
  /** The default of the settings. */
  fallback: string | null;
}

/**
 * Returns the rate of the first of customer, product and settings that defines one; null when its code is not in the
 * register, or when none defines one.
 * @param codes the register, by lower-case code
 */
export function rateOf(codes: ReadonlyMap<string, VatRate>, { customer, product, fallback }: Sources): VatRate | null {
  const registered = (code: string) => codes.get(code.toLowerCase()) ?? null;
  if (customer) return registered(customer);
  if (product.code || product.rate !== null) {
    const known = product.code ? registered(product.code) : null;
    if (known) return known;
    return product.rate === null ? null : { code: product.code, rate: product.rate, natura: null, description: null };
  }
  return fallback ? registered(fallback) : null;
}
