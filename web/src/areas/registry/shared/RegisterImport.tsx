import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFeature } from '../../../lib/features.ts';
import { useCan } from '../../../lib/session.ts';
import { ImportButton } from '../../../ui/import/ImportButton.tsx';
import { useScreen } from '../../../ui/page/screen-context.ts';
import { EMPTY_CUSTOMER } from '../customers/new-customer.ts';
import { EMPTY_MACHINE } from '../machines/new-machine.ts';
import { EMPTY_PRODUCT } from '../products/new-product.ts';
import { EMPTY_PARTY } from './new-party.ts';
import { REEL_FIELDS } from '../products/reel-fields.ts';

type Register = 'products' | 'customers' | 'suppliers' | 'machines';

/** The labels of columns whose names differ from those of the form's fields. */
const LABELS: Record<string, ParseKeys<'registry'>> = {
  supplier: 'product.supplier_id',
  unit_of_measure: 'product.unit',
  tipo_pagamento: 'party.tipo_pagamento_id',
};
const TEXTS = { products: 'product', customers: 'party', suppliers: 'party', machines: 'machine' } as const;

const USUAL = { products: EMPTY_PRODUCT, customers: EMPTY_CUSTOMER, suppliers: EMPTY_PARTY, machines: EMPTY_MACHINE };

/** The import button of a register, for users who may write it. */
export function RegisterImport({ register }: { register: Register }) {
  const { t } = useTranslation('registry');
  const { title } = useScreen();
  const mayWrite = useCan()(`${register}.write`);
  const hasReels = useFeature('reels');
  if (!mayWrite) return null;
  const labelOf = (name: string) => {
    // The accounts of purchases and sales have the same labels in two sections of the form.
    const [, section, account] = /^(acquisti|vendite)_(?:conto_)?(\w+)$/.exec(name) ?? [];
    if (section)
      return `${t(section === 'acquisti' ? 'sections.purchasing' : 'sections.sales')} · ${t(ACCOUNTS[account!]!)}`;
    return t(LABELS[name] ?? (`${TEXTS[register]}.${name}` as ParseKeys<'registry'>)) as string;
  };
  const optionOf = (name: string, option: string) => {
    if (name === 'unit_of_measure') return t(`units.${option as 'kg'}`);
    if (name === 'invoice_by') return t(`invoiceBy.${option as 'customer'}`);
    if (name === 'esigibilita') return t(`esigibilita.${option as 'I'}`);
    return name === 'status' ? t(`productStatus.${option as 'active'}`) : option;
  };
  return (
    <ImportButton
      register={register}
      title={title}
      labelOf={labelOf}
      optionOf={optionOf}
      usual={USUAL[register]}
      {...(!hasReels && { hidden: REEL_FIELDS })}
    />
  );
}

const ACCOUNTS: Record<string, ParseKeys<'registry'>> = {
  categoria: 'product.account_category',
  codice: 'product.account_code',
  descrizione: 'product.account_description',
};
