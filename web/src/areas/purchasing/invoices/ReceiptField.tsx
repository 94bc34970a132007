import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';
import { ChoicePicker } from '../../../ui/form/Picker.tsx';
import { billed, EMPTY_LINE, GOODS_FIELDS, receiptLabel, type GoodsToInvoice, type TypedLine } from './calls.ts';

/** What a receipt fills in on a line. */
const FILLED = ['quantity', 'unit_price', 'ddt_number', 'ddt_date'] as const;

/**
 * Chooses the receipt that a typed line bills, of the goods of the supplier that no invoice bills yet. It fills what is empty; what
 * it filled goes with it, and what was typed stays. The only such receipt is taken at once, unless quantity or price are typed.
 * Shows nothing when no goods await an invoice.
 */
export function ReceiptField({ at }: { at: number }) {
  const { t } = useTranslation('purchaseInvoices');
  const formats = useFormats();
  const form = useFormHere();
  const supplier_id = useFieldValue<number | null>('supplier_id');
  const currency = useFieldValue<string>('currency');
  const kind = useFieldValue<string>('kind');
  const lines = useFieldValue<readonly TypedLine[]>('lines');
  const { product_id, receipt_item_id } = lines[at]!;
  const isAsked = supplier_id !== null && product_id !== null && kind === 'invoice';
  const { data } = useQuery({
    ...api.purchaseInvoices.notInvoiced.query({
      query: { supplier_id: supplier_id!, product_id: product_id!, sort: 'receipt_date', fields: GOODS_FIELDS.join() },
    }),
    enabled: isAsked,
  });
  const goods = data?.rows as readonly GoodsToInvoice[] | undefined;
  const others = new Set(lines.filter((_line, index) => index !== at).map((line) => line.receipt_item_id));
  const offered = isAsked ? goods?.filter((row) => row.currency === currency && !others.has(row.receipt_item_id)) : [];
  const path = `lines.${at}.receipt_item_id`;
  /** The values that the chosen receipt filled in. */
  const filled = useRef<Partial<TypedLine>>(undefined);
  const bill = (received: GoodsToInvoice | undefined) => {
    const line = (form.getValues()['lines'] as TypedLine[])[at]!;
    const values = received ? billed(received) : EMPTY_LINE;
    for (const field of FILLED) {
      const isTyped = line[field] !== EMPTY_LINE[field] && line[field] !== filled.current?.[field];
      if (!isTyped) form.setFieldValue(`lines.${at}.${field}`, values[field]);
    }
    form.setFieldValue(path, values.receipt_item_id);
    filled.current = received && values;
  };
  /** The supplier and product whose goods were last looked at. */
  const seen = useRef('');
  useEffect(() => {
    if (!offered) return;
    const chosen = offered.find((row) => row.receipt_item_id === receipt_item_id);
    if (receipt_item_id !== null && !chosen) bill(undefined);
    // A form that opens with the goods of the list is filled already.
    else if (chosen) filled.current ??= billed(chosen);
    const asked = `${supplier_id} ${product_id}`;
    if (seen.current === asked) return;
    seen.current = asked;
    const { quantity, unit_price } = lines[at]!;
    if (offered.length === 1 && receipt_item_id === null && quantity === null && unit_price === null) bill(offered[0]);
  });
  if (!offered || offered.length === 0) return null;
  return (
    <ChoicePicker
      label={t('match.receipt')}
      data-path={path}
      error={form.getInputProps(path).error}
      data={offered.map((row) => ({ value: String(row.receipt_item_id), label: receiptLabel(row, formats) }))}
      value={receipt_item_id === null ? null : String(receipt_item_id)}
      onChange={(value) => bill(offered.find((row) => String(row.receipt_item_id) === value))}
    />
  );
}
