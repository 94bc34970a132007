/** The bodies of the calls of purchase invoices: files, typed invoices, matching and acceptance. */
import { z } from 'zod';
import { CURRENCIES, day, decimal, id, notes, oneOf, optionalText, positive, text } from '../core/fields.ts';
import { requiredAs } from '../core/required-as.ts';

export const PURCHASE_INVOICE_KINDS = ['invoice', 'credit_note'] as const;
/** Maximum number of files of one upload. */
export const PURCHASE_FILES_MOST = 50;
/** Maximum size of an upload in bytes, encoded. */
export const UPLOAD_BYTES = 16_000_000;
const MOST_LINES = 5000;
const MOST_INSTALMENTS = 60;

const TypedLineInput = z
  .object({
    description: text(1000),
    supplier_code: optionalText(),
    product_id: id().nullish(),
    receipt_item_id: id().nullish(),
    /** Empty: an amount without a quantity, in `unit_price`. */
    quantity: positive().nullish(),
    unit_price: decimal(null),
    vat_rate: decimal().max(100),
    natura: optionalText(10),
    ddt_number: optionalText(),
    ddt_date: day().nullish(),
  })
  .meta({ id: 'TypedPurchaseInvoiceLine' });
const typed = {
  supplier_id: requiredAs('requiredFields', id()),
  /** An invoice when absent. */
  kind: oneOf(PURCHASE_INVOICE_KINDS).nullish(),
  number: requiredAs('requiredFields', text()),
  document_date: requiredAs('requiredFields', day()),
  /** EUR when absent. */
  currency: z.enum(CURRENCIES).nullish(),
  /** Units of the currency for 1 EUR. */
  exchange_rate: positive().nullish(),
  notes: notes(),
  lines: z.array(TypedLineInput).min(1).max(MOST_LINES),
  /** Empty: by the payment terms of the supplier. */
  instalments: z
    .array(z.object({ due_date: day(), amount: cents(z.number().gt(0)) }))
    .max(MOST_INSTALMENTS)
    .nullish(),
};
export const TypedPurchaseInvoice = z.object(typed).meta({ id: 'TypedPurchaseInvoice' });
export type TypedPurchaseInvoice = z.output<typeof TypedPurchaseInvoice>;

/** Files, or else the fields of a typed invoice. */
export const PurchaseInvoiceInput = z
  .object({
    ...z.object(typed).partial().shape,
    files: z
      .array(
        z.object({
          name: text(),
          /** The bytes in base64. */
          content: z.string().max(UPLOAD_BYTES),
        }),
      )
      .min(1)
      .max(PURCHASE_FILES_MOST)
      .nullish(),
  })
  .check((context) => {
    if (context.value.files) return;
    const read = TypedPurchaseInvoice.safeParse(context.value, { reportInput: true });
    for (const issue of read.error?.issues ?? []) context.issues.push({ ...issue, input: issue.input } as never);
  })
  .meta({ id: 'PurchaseInvoiceInput' });
export type PurchaseInvoiceInput = z.output<typeof PurchaseInvoiceInput>;

export const PurchaseInvoiceMatchInput = z
  .object({
    /** The supplier, where the VAT number found none. A chosen supplier can be changed until the acceptance. */
    supplier_id: id().nullish(),
    /** Both null: the line is not goods. Lines that are not sent keep their choice, or are matched again. */
    lines: z.array(z.object({ id: id(), product_id: id().nullish(), receipt_item_id: id().nullish() })).max(MOST_LINES),
  })
  .meta({ id: 'PurchaseInvoiceMatchInput' });
export type PurchaseInvoiceMatchInput = z.output<typeof PurchaseInvoiceMatchInput>;

export const PurchaseInvoiceAcceptInput = z
  .object({
    /** Writes the prices of the invoice to the price list of the supplier, from today on. */
    update_prices: z.boolean().nullish(),
    /** Units of the currency for 1 EUR, of an invoice that is not in EUR. */
    exchange_rate: positive().nullish(),
  })
  .meta({ id: 'PurchaseInvoiceAcceptInput' });
export type PurchaseInvoiceAcceptInput = z.output<typeof PurchaseInvoiceAcceptInput>;

function cents(schema: z.ZodNumber) {
  return schema.refine((value) => Math.round(value * 100) / 100 === value, {
    params: { code: 'decimals', values: { max: 2 } },
  });
}
