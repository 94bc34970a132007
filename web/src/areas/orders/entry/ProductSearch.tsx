import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '@bobina/contract/registry/products.ts';
import { api } from '../../../lib/api/api.ts';
import { Picker } from '../../../ui/form/Picker.tsx';
import { productName } from '../../../ui/form/pickers.tsx';
import { ScanField } from '../../../ui/scan/CameraButton.tsx';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { toast } from '../../../ui/toasts.ts';
import { findProducts } from './find-products.ts';

/** Shows a field that adds a product to the lines by code, barcode, words or scan. */
export function ProductSearch({ onPick }: { onPick: (product: Product) => void }) {
  const { t } = useTranslation('orders');
  const box = useRef<HTMLDivElement>(null);
  const [times, setTimes] = useState(0);
  const lookUp = async (code: string): Promise<void> => {
    try {
      const product = (await findProducts([code])).get(code.toLowerCase());
      if (product) onPick(product);
      else toast.error(t('lines.unknownCode', { code }));
    } catch (error) {
      toast.problem(error, t('orders.productsFailed'));
    }
  };
  useLayerHandler('scan', ({ code, target, isTyped }) => {
    const isHere = target instanceof Node && box.current?.contains(target);
    if (isTyped && !isHere) return false;
    return () => {
      void lookUp(code).then(() => setTimes((before) => before + 1));
    };
  });
  return (
    <div ref={box} style={{ maxWidth: 460 }}>
      <ScanField>
        <Picker<Product>
          key={times}
          data-path="product-search"
          adds
          label={t('lines.search')}
          list={api.products.list}
          get={api.products.get}
          query={{ status: 'active' }}
          nameOf={productName}
          failure={t('orders.productsFailed')}
          value={null}
          onChange={(_, product) => product && onPick(product)}
        />
      </ScanField>
    </div>
  );
}
