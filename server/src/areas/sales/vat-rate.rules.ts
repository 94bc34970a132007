/** Which VAT a line of an invoice bears. Rules §6. */
export interface VatRate {
  /** Null for a product that says its rate and no code. */
  code: string | null;
  /** Percent, exact. */
  rate: string;
  /** Why there is none. */
  natura: string | null;
  description: string | null;
}
interface Sources {
  /** The customer's own code, which goes before all. */
  customer: string | null;
  product: { code: string | null; rate: string | null };
  /** The company's setting. */
  fallback: string | null;
}

/**
 * The first of customer, product and setting that says anything: null when that is a code that the register has not, or
 * none says anything. @param codes the register, by code in small letters
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
