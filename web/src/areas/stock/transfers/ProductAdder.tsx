import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '@bobina/contract/registry/products.ts';
import { api } from '../../../lib/api/api.ts';
import type { Goods } from '../../../lib/barcodes/find-goods.ts';
import { Picker } from '../../../ui/form/Picker.tsx';
import { productName } from '../../../ui/form/pickers.tsx';
import { ScanField } from '../../../ui/scan/CameraButton.tsx';
import { useScannedGoods } from '../scan/use-scanned-goods.ts';

interface Props {
  label: string;
  /** DOM id of the field, so that a screen can focus it. */
  id: string;
  /** @param scanned what the label names besides the product; undefined when the product was searched */
  onPick: (product: Product, scanned?: Omit<Goods, 'product'>) => void;
  /** Whether goods are on the screen already: they are meant when a number is that of batches of several products. */
  has?: (goods: Goods) => boolean;
}

/**
 * Shows a field that adds a product by search, or by a scan of its code, barcode or batch label anywhere on the screen.
 */
export function ProductAdder({ label, id, onPick, has }: Props) {
  const { t } = useTranslation('stock');
  const [times, setTimes] = useState(0);
  const lookUp = useScannedGoods(({ product, ...scanned }) => {
    setTimes(times + 1); // a new key clears the typed text
    onPick(product, scanned);
  }, has);
  return (
    <ScanField>
      <Picker<Product>
        key={times}
        id={id}
        data-path={id}
        adds
        onNoMatch={lookUp}
        label={label}
        description={t('adder.hint')}
        list={api.products.list}
        get={api.products.get}
        query={{ status: 'active' }}
        nameOf={productName}
        value={null}
        onChange={(_, row) => row && onPick(row)}
      />
    </ScanField>
  );
}
