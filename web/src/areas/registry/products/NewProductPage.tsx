import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { EntityLoader } from '../../../ui/page/EntityLoader.tsx';
import { numberFilter, rowFilter, textFilter, type Filter } from '../../../ui/page/filter-fields.ts';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { copyOf, EMPTY_PRODUCT } from './new-product.ts';
import { ProductForm } from './ProductForm.tsx';
import { useProductLost } from './use-product-lost.ts';

/** `?from=12`: the form starts as a duplicate of product 12; `?peso_carta=80`: with these data of a material. */
const Search = {
  from: rowFilter(),
  peso_carta: quantityFilter(),
  larghezza_bobina: quantityFilter(),
  spessore_film: quantityFilter(),
  larghezza_film: quantityFilter(),
  colore_film: textFilter(),
};

/** Shows the form of a new or duplicated product. */
function NewProductPage() {
  const [{ from, ...material }] = useFilters(Search);
  const source = useQuery({ ...api.products.get.query({ id: from ?? 0 }), enabled: from !== undefined });
  const onLost = useProductLost();
  const save = api.products.create;
  if (from === undefined) return <ProductForm initial={{ ...EMPTY_PRODUCT, ...material }} save={save} />;
  return (
    <EntityLoader query={source} onFailed={onLost}>
      {(product) => <ProductForm initial={copyOf(product)} save={save} />}
    </EntityLoader>
  );
}
export default NewProductPage;

/** A number above 0. */
function quantityFilter(): Filter<number> {
  const read = numberFilter();
  return (value) => read(value) || undefined;
}
