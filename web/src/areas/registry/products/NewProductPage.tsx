import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { api } from '../../../lib/api/api.ts';
import { EntityLoader } from '../../../ui/page/EntityLoader.tsx';
import { rowFilter } from '../../../ui/page/filter-fields.ts';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { copyOf, EMPTY_PRODUCT } from './new-product.ts';
import { ProductForm } from './ProductForm.tsx';
import { useProductLost } from './use-product-lost.ts';

/** `?from=12`: a duplicate of product 12. */
const Search = z.object({ from: rowFilter() });

function NewProductPage() {
  const [{ from }] = useFilters(Search);
  const source = useQuery({ ...api.products.get.query({ id: from ?? 0 }), enabled: from !== undefined });
  const onLost = useProductLost();
  const save = api.products.create;
  if (from === undefined) return <ProductForm initial={EMPTY_PRODUCT} save={save} />;
  return (
    <EntityLoader query={source} onFailed={onLost}>
      {(product) => <ProductForm initial={copyOf(product)} save={save} />}
    </EntityLoader>
  );
}
export default NewProductPage;
