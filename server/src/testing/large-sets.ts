import type { Fill } from './database.ts';

/** 100,000 products in the category `Molti`, `MASSA-000001` to `MASSA-100000`; two of them contain unique words. */
export const PRODUCTS_100_000: Fill = {
  name: 'products_100_000',
  sql: `
    insert into products (code, description, category, currency, name)
    select 'MASSA-' || lpad(n::text, 6, '0'),
      case n when 100000 then 'Spillo nel fienile' else 'Prodotto numero ' || n end,
      'Molti', 'EUR',
      case n when 99999 then 'L''ago nel pagliaio' end
    from generate_series(1, 100000) n;
    analyze products;`,
};
