import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '@bobina/contract/registry/products.ts';
import { api } from '../../../lib/api/api.ts';
import { Picker } from '../../../ui/form/Picker.tsx';
import { productName } from '../../../ui/form/pickers.tsx';
import { useScannedGoods } from '../scan/use-scanned-goods.ts';

interface Props {
  label: string;
  /** What a screen calls its own field by, to come back to it. */
  id: string;
  /** @param scanned the batch that the label names, or null; undefined when the product was searched */
  onPick: (product: Product, scanned?: { batch: string | null }) => void;
}

/**
 * Adds a product by searching for it, or by scanning its code, its barcode or the label of a batch: wherever the
 * screen takes scans.
 */
export function ProductAdder({ label, id, onPick }: Props) {
  const { t } = useTranslation('stock');
  const [times, setTimes] = useState(0);
  const lookUp = useScannedGoods(({ product, batch }) => {
    setTimes(times + 1); // what was typed goes
    onPick(product, { batch });
  });
  return (
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
  );
}
