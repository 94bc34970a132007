import { Button, Group, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import { day } from '@bobina/contract/core/fields.ts';
import { isDay } from '@bobina/contract/core/read-day.ts';
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
import {
  EMPTY_LINE,
  billed,
  PURCHASE_INVOICES,
  refreshInvoices,
  type GoodsToInvoice,
  type TypedLine,
} from './calls.ts';
import { ReceiptField } from './ReceiptField.tsx';

/** The form asks for one due date; the terms of the supplier may give several. */
const Typed = TypedPurchaseInvoice.extend({ due_date: day().nullish() });

const NO_GOODS: readonly GoodsToInvoice[] = [];
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

function lineOf(received: GoodsToInvoice): TypedLine {
  return { ...EMPTY_LINE, ...billed(received), description: received.product_name ?? received.product_code };
}

/** The instalment of a chosen due date: all that is to be paid. A credit note has none. */
function dueOn(due_date: string | null | undefined, { kind, lines }: TypedPurchaseInvoice) {
  const { net, vat } = sumsOf(lines);
  const amount = toNumber(net.plus(vat));
  return due_date && kind !== 'credit_note' && amount > 0 ? { instalments: [{ due_date, amount }] } : {};
}

/** Shows the form of a typed invoice, filled with the received goods of the navigation state. */
function NewPurchaseInvoicePage() {
  const { t } = useTranslation(['purchaseInvoices', 'purchasing']);
  const navigate = useNavigate();
  const state = useRouterState({ select: ({ location }) => location.state }) as { goods?: GoodsToInvoice[] };
  const goods = state.goods ?? NO_GOODS;
  const [initial] = useState(() => invoiceOf(goods));
  const handle = useEntityForm({
    schema: Typed,
    initial,
    draft: 'purchase-invoice:new',
    save: ({ body: { due_date, ...body } }, options) =>
      api.purchaseInvoices.create({ body: { ...body, ...dueOn(due_date, body) } }, options),
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
            onChange={(kind) => {
              handle.form.setFieldValue('kind', kind as never);
              // A text that is no day would refuse the save from a field that is gone.
              if (kind === 'credit_note') handle.form.setFieldValue('due_date', null);
            }}
          />
          <TextField name="number" label={t('invoice.number')} required />
          <DayField name="document_date" label={t('invoice.document_date')} required />
          <DueDate />
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
    const { description } = (form.getValues()['lines'] as TypedLine[])[at]!;
    if (product && !description.trim())
      form.setFieldValue(`lines.${at}.description`, product.name ?? product.description);
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
          <ReceiptField at={at} />
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

/** The due date, which a credit note does not have. A day before the document is a slip of the year or the month. */
function DueDate() {
  const { t } = useTranslation('purchaseInvoices');
  const from = useFieldValue<string | null>('document_date');
  if (useFieldValue<string>('kind') === 'credit_note') return null;
  return (
    <DayField
      name="due_date"
      label={t('invoice.due_date')}
      placeholder={t('invoices.dueHint')}
      {...(from && isDay(from) && { min: from })}
    />
  );
}

/** Shows the sums as on the supplier's paper, to compare before saving. */
function Totals() {
  const { t } = useTranslation('purchaseInvoices');
  const formats = useFormats();
  const currency = useFieldValue<string>('currency');
  const { net, vat } = sumsOf(useFieldValue<readonly TypedLine[] | undefined>('lines') ?? []);
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

type Amounts = { [key in 'quantity' | 'unit_price' | 'vat_rate']?: unknown } & { natura?: string | null | undefined };

/** The sums of the lines that have a price and a rate. */
function sumsOf(lines: readonly Amounts[]) {
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
  return {
    net: sum(groups.map(({ net_amount }) => net_amount)),
    vat: sum(groups.map(({ vat_amount }) => vat_amount)),
  };
}
