import { useState, type KeyboardEvent } from 'react';
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
export const ProductAdder = ({ label, id, onPick }: Props) => {
  const { t } = useTranslation('stock');
  const [times, setTimes] = useState(0);
  const lookUp = useScannedGoods(({ product, batch }) => {
    setTimes(times + 1); // what was typed goes
    onPick(product, { batch });
  });
  /** A whole code and Enter: typed by hand, or by a scanner too slow to be told from one. */
  const onEnter = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const code = event.target.value.trim();
    if (code) void lookUp(code);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter belongs to the field inside, not to the form around
    <div onKeyDown={onEnter}>
      <Picker<Product>
        key={times}
        id={id}
        label={label}
        description={t('adder.hint')}
        list={api.products.list}
        get={api.products.get}
        query={{ status: 'active' }}
        nameOf={productName}
        value={null}
        onChange={(_, row) => {
          setTimes((before) => before + 1);
          if (row) onPick(row);
        }}
      />
    </div>
  );
};
