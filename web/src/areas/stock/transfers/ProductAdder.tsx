import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '@bobina/contract/registry/products.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { onScan } from '../../../lib/scanner.ts';
import { Picker } from '../../../ui/form/Picker.tsx';
import { productName } from '../../../ui/form/pickers.tsx';
import { toast } from '../../../ui/toasts.ts';

const LOOKED_THROUGH = 100;

/** The active product whose code or barcode this is. */
const findProduct = async (code: string): Promise<Product | undefined> => {
  const { rows } = await queryClient.fetchQuery(
    api.products.list.query({ query: { q: code, status: 'active', limit: LOOKED_THROUGH } }),
  );
  const wanted = code.toLowerCase();
  return (
    rows.find((row) => row.code.toLowerCase() === wanted) ?? rows.find((row) => row.barcode?.toLowerCase() === wanted)
  );
};

interface Props {
  label: string;
  /** What a screen calls its own field by, to come back to it. */
  id: string;
  onPick: (product: Product, isScanned: boolean) => void;
}

/** Adds a product by searching for it, or by scanning its code or barcode: into this field, or outside of all text fields. */
export const ProductAdder = ({ label, id, onPick }: Props) => {
  const { t } = useTranslation('stock');
  const box = useRef<HTMLDivElement>(null);
  const [times, setTimes] = useState(0);
  /** The Enter that is on its way ends a scan, which has been looked up already. */
  const endsScan = useRef(false);
  const lookUp = async (code: string) => {
    try {
      const product = await findProduct(code);
      if (product) onPick(product, true);
      else toast.error(t('adder.unknown', { code }));
    } catch (error) {
      toast.problem(error, t('adder.failed'));
    }
    setTimes((before) => before + 1); // what was typed goes
  };
  const scanned = useEffectEvent(lookUp);
  /** A whole code and Enter: typed by hand, or by a scanner too slow to be told from one. */
  const onEnter = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter') return;
    const isDone = event.defaultPrevented || endsScan.current || !(event.target instanceof HTMLInputElement);
    endsScan.current = false;
    event.preventDefault();
    const code = isDone ? '' : (event.target as HTMLInputElement).value.trim();
    if (code) void lookUp(code);
  };
  useEffect(
    () =>
      onScan(({ code, target, isTyped }) => {
        const isHere = target instanceof Node && box.current?.contains(target);
        // A dialog above has a field of its own.
        const isCovered = !isHere && document.querySelector('[role=dialog][aria-modal=true]') !== null;
        if (isCovered || (isTyped && !isHere)) return false;
        endsScan.current = isTyped;
        void scanned(code);
        return true;
      }),
    [],
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter belongs to the field inside, not to the form around
    <div ref={box} onKeyDown={onEnter}>
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
          if (row) onPick(row, false);
        }}
      />
    </div>
  );
};
