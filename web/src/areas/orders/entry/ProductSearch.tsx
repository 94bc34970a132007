import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '@bobina/contract/registry/products.ts';
import { api } from '../../../lib/api/api.ts';
import { Picker } from '../../../ui/form/Picker.tsx';
import { productName } from '../../../ui/form/pickers.tsx';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { toast } from '../../../ui/toasts.ts';
import { findProducts } from './find-products.ts';

/** Adds a product to the lines: found as one types, or by its whole code or barcode and Enter, typed or scanned. */
export const ProductSearch = ({ onPick }: { onPick: (product: Product) => void }) => {
  const { t } = useTranslation('orders');
  const box = useRef<HTMLDivElement>(null);
  const [times, setTimes] = useState(0);
  const clear = () => setTimes((before) => before + 1);
  /** @returns whether there is one */
  const lookUp = async (code: string): Promise<boolean> => {
    try {
      const product = (await findProducts([code])).get(code.toLowerCase());
      if (product) onPick(product);
      else toast.error(t('lines.unknownCode', { code }));
      return product !== undefined;
    } catch (error) {
      toast.problem(error, t('orders.productsFailed'));
      return false;
    }
  };
  /** What was typed by hand and leads to nothing stays, with the focus, to be mended. */
  const typed = async (code: string) => {
    if (await lookUp(code)) clear();
  };
  /** The Enter that is on its way ends a scan, which has been looked up already. */
  const endsScan = useRef(false);
  const onEnter = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter') return;
    const isDone = event.defaultPrevented || endsScan.current || !(event.target instanceof HTMLInputElement);
    endsScan.current = false;
    event.preventDefault();
    const code = isDone ? '' : (event.target as HTMLInputElement).value.trim();
    if (code) void typed(code);
  };
  useLayerHandler('scan', ({ code, target, isTyped }) => {
    const isHere = target instanceof Node && box.current?.contains(target);
    if (isTyped && !isHere) return false;
    return () => {
      endsScan.current = isTyped;
      void lookUp(code).then(clear);
    };
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter belongs to the field inside, not to the form around
    <div ref={box} onKeyDown={onEnter} style={{ maxWidth: 460 }}>
      <Picker<Product>
        key={times}
        label={t('lines.search')}
        list={api.products.list}
        get={api.products.get}
        query={{ status: 'active' }}
        nameOf={productName}
        failure={t('orders.productsFailed')}
        value={null}
        onChange={(_, product) => {
          clear();
          if (product) onPick(product);
        }}
      />
    </div>
  );
};
