import { Button, Group, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import { CURRENCIES } from '@bobina/contract/core/units.ts';
import { PURCHASE_INVOICE_KINDS, TypedPurchaseInvoice } from '@bobina/contract/purchasing/purchase-invoice-inputs.ts';
import { typedLineAmount, typedVatGroups } from '@bobina/contract/purchasing/typed-invoice.rules.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { EntityForm, FormActions } from '../../../ui/form/EntityForm.tsx';
import { SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';
import { FormSection, Wide } from '../../../ui/form/FormSection.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { ProductPicker, SupplierPicker } from '../../../ui/form/pickers.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { useFocusFirst } from '../../../ui/form/use-focus-first.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { toast } from '../../../ui/toasts.ts';
import { PURCHASE_INVOICES, refreshInvoices, type GoodsToInvoice } from './calls.ts';

const NO_GOODS: readonly GoodsToInvoice[] = [];
const EMPTY_LINE = {
  description: '',
  supplier_code: '',
  product_id: null,
  receipt_item_id: null,
  quantity: null,
  unit_price: null,
  vat_rate: 22,
  natura: '',
  ddt_number: '',
  ddt_date: null,
};
/** An invoice without lines, or of received goods of one supplier. */
function invoiceOf(goods: readonly GoodsToInvoice[]) {
  return {
    supplier_id: goods[0]?.supplier_id ?? null,
    kind: 'invoice',
    number: '',
    document_date: companyToday(),
    currency: goods[0]?.currency ?? 'EUR',
    notes: '',
    lines: goods.length === 0 ? [{ ...EMPTY_LINE }] : goods.map(lineOf),
  } as unknown as Partial<TypedPurchaseInvoice>;
}

/** The line that bills what is left of received goods at the price of their order. */
function lineOf(received: GoodsToInvoice) {
  return {
    ...EMPTY_LINE,
    description: received.product_name ?? received.product_code,
    product_id: received.product_id,
    receipt_item_id: received.receipt_item_id,
    quantity: received.remaining_quantity,
    unit_price: received.unit_price,
    ddt_number: received.document_number,
    ddt_date: received.document_date,
  };
}

/** Shows the form of a typed invoice, filled with the received goods of the navigation state. */
function NewPurchaseInvoicePage() {
  const { t } = useTranslation(['purchaseInvoices', 'purchasing']);
  const navigate = useNavigate();
  const state = useRouterState({ select: ({ location }) => location.state }) as { goods?: GoodsToInvoice[] };
  const goods = state.goods ?? NO_GOODS;
  const [initial] = useState(() => invoiceOf(goods));
  const handle = useEntityForm({
    schema: TypedPurchaseInvoice,
    initial,
    draft: 'purchase-invoice:new',
    save: api.purchaseInvoices.create,
    failure: t('invoices.saveFailed'),
    onSaved: ({ id, number }) => {
      toast.success(t('invoices.created', { number }));
      refreshInvoices();
      void navigate({ to: `${PURCHASE_INVOICES}/${id}` });
    },
  });
  useFocusFirst(handle, true);
  return (
    <Page>
      <EntityForm handle={handle} hasLines label={t('invoices.add')}>
        <FormSection title={t('invoices.header')} open>
          <SupplierPicker name="supplier_id" label={t('purchasing:order.supplier')} required />
          <SelectField
            name="kind"
            label={t('invoice.kind')}
            data={PURCHASE_INVOICE_KINDS.map((value) => ({ value, label: t(`invoiceKind.${value}`) }))}
            allowDeselect={false}
          />
          <TextField name="number" label={t('invoice.number')} required />
          <DayField name="document_date" label={t('invoice.document_date')} required />
          <SelectField name="currency" label={t('invoice.currency')} data={[...CURRENCIES]} allowDeselect={false} />
          <Wide>
            <TextAreaField name="notes" label={t('purchasing:order.notes')} />
          </Wide>
        </FormSection>
        <Lines goods={goods} />
        <Totals />
        <FormActions handle={handle} onCancel={() => void navigate({ to: PURCHASE_INVOICES })} />
      </EntityForm>
    </Page>
  );
}
export default NewPurchaseInvoicePage;

function Lines({ goods }: { goods: readonly GoodsToInvoice[] }) {
  const { t } = useTranslation(['purchaseInvoices', 'purchasing']);
  const form = useFormHere();
  const unitOf = useUnit();
  const lines = useFieldValue<unknown[] | undefined>('lines') ?? [];
  /** The units of the products that were picked here, by line. */
  const [units, setUnits] = useState<Record<number, string | undefined>>(() =>
    Object.fromEntries(goods.map((received, at) => [at, received.unit_of_measure])),
  );
  const onProduct = (at: number, product: Product | undefined) => {
    setUnits((before) => ({ ...before, [at]: product?.unit_of_measure }));
    const { description, receipt_item_id } = (form.getValues()['lines'] as FormLine[])[at]!;
    if (product && !description.trim())
      form.setFieldValue(`lines.${at}.description`, product.name ?? product.description);
    // Another product: the line no longer bills the receipt that it came from.
    if (goods.some((received) => received.receipt_item_id === receipt_item_id && received.product_id !== product?.id))
      form.setFieldValue(`lines.${at}.receipt_item_id`, null);
  };
  /** The line whose first field gets the focus when the lines have changed. */
  const next = useRef<number>(undefined);
  useEffect(() => {
    if (next.current === undefined) return;
    document.querySelector<HTMLElement>(`[data-path="lines.${next.current}.product_id"]`)?.focus();
    next.current = undefined;
  }, [lines.length]);
  const onAdd = () => {
    next.current = lines.length;
    form.insertListItem('lines', { ...EMPTY_LINE });
  };
  const onRemove = (at: number) => {
    next.current = Math.max(at - 1, 0);
    form.removeListItem('lines', at);
    const kept = lines.map((_line, index) => units[index]).toSpliced(at, 1);
    setUnits(Object.fromEntries(kept.entries()));
  };
  return (
    <>
      {lines.map((_line, at) => (
        <FormSection key={at} title={t('invoices.line', { position: at + 1 })} open>
          <ProductPicker
            name={`lines.${at}.product_id`}
            label={t('invoice.product')}
            onPick={(product) => onProduct(at, product)}
          />
          <TextField name={`lines.${at}.description`} label={t('invoice.description')} required />
          <TextField name={`lines.${at}.supplier_code`} label={t('invoice.supplier_code')} />
          <NumberField
            name={`lines.${at}.quantity`}
            label={t('invoice.quantity')}
            decimals={5}
            {...(units[at] && { unit: unitOf(units[at]) })}
          />
          <NumberField name={`lines.${at}.unit_price`} label={t('invoice.unit_price')} decimals={5} required />
          <NumberField name={`lines.${at}.vat_rate`} label={t('invoice.vat_rate')} decimals={2} unit="%" required />
          <TextField name={`lines.${at}.natura`} label={t('invoice.natura')} />
          <TextField name={`lines.${at}.ddt_number`} label={t('invoice.ddt')} />
          <DayField name={`lines.${at}.ddt_date`} label={t('invoice.ddt_date')} />
          {lines.length > 1 && (
            <Wide>
              <Button size="xs" variant="default" leftSection={<IconX size={14} />} onClick={() => onRemove(at)}>
                {t('invoices.removeLine', { position: at + 1 })}
              </Button>
            </Wide>
          )}
        </FormSection>
      ))}
      <Group>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
          {t('invoices.addLine')}
        </Button>
      </Group>
    </>
  );
}

/** Shows the sums as on the supplier's paper, to compare before saving. */
function Totals() {
  const { t } = useTranslation('purchaseInvoices');
  const formats = useFormats();
  const currency = useFieldValue<string>('currency');
  const lines = useFieldValue<readonly TypedLine[] | undefined>('lines') ?? [];
  const groups = typedVatGroups(
    lines.flatMap(({ quantity, unit_price, vat_rate, natura }) =>
      typeof unit_price === 'number' && typeof vat_rate === 'number'
        ? {
            net_amount: typedLineAmount({ quantity: typeof quantity === 'number' ? quantity : null, unit_price }),
            vat_rate: decimalOf(vat_rate),
            natura: natura || null,
          }
        : [],
    ),
  );
  const net = sum(groups.map(({ net_amount }) => net_amount));
  const vat = sum(groups.map(({ vat_amount }) => vat_amount));
  const money = (amount: typeof net) => formats.money(toNumber(amount), currency);
  return (
    <Group component="output" justify="flex-end" gap="lg">
      <Text size="sm">
        {t('invoice.net_amount')} {money(net)}
      </Text>
      <Text size="sm">
        {t('invoice.vat_amount')} {money(vat)}
      </Text>
      <Text fw={600}>
        {t('invoice.total_amount')} {money(net.plus(vat))}
      </Text>
    </Group>
  );
}

interface FormLine {
  description: string;
  receipt_item_id: number | null;
}

/** A line while it is typed: a number field may hold a text that is not a number. */
interface TypedLine {
  quantity: unknown;
  unit_price: unknown;
  vat_rate: unknown;
  natura: string | null;
}
