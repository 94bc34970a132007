import { useQuery } from '@tanstack/react-query';
import { ProductInput } from '@bobina/contract/registry/products.ts';
import { api } from '../../../lib/api/api.ts';
import { fieldsOf } from '../../../ui/form/use-entity-form.ts';
import { EntityLoader, useIdParameter } from '../../../ui/page/EntityLoader.tsx';
import { ProductForm } from './ProductForm.tsx';
import { useProductLost } from './use-product-lost.ts';

function EditProductPage() {
  const id = useIdParameter();
  const product = useQuery(api.products.get.query({ id }));
  const onLost = useProductLost();
  return (
    <EntityLoader query={product} onFailed={onLost}>
      {(loaded) => (
        <ProductForm
          key={loaded.id}
          title={loaded.code}
          initial={fieldsOf(ProductInput, loaded)}
          version={loaded.version}
          save={(input, options) => api.products.update({ id, ...input }, options)}
        />
      )}
    </EntityLoader>
  );
}
export default EditProductPage;
