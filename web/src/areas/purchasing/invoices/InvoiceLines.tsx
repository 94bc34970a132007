import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PurchaseInvoice, PurchaseInvoiceLine } from '@bobina/contract/purchasing/purchase-invoices.ts';
import { useFormats } from '../../../lib/formats.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { LineMatch } from './statuses.tsx';
import { useInvoiceUnit } from './use-invoice-unit.ts';

/** Lines with these matches need nothing more. */
const MATCHED: ReadonlySet<PurchaseInvoiceLine['match']> = new Set(['equal', 'tolerance']);

interface Props {
  invoice: PurchaseInvoice;
  /** Chooses the product and the receipt of a line. */
  onMatch?: (line: PurchaseInvoiceLine) => void;
}

/** Shows the lines of an invoice with their match and differences. */
export function InvoiceLines({ invoice, onMatch }: Props) {
  const { t } = useTranslation('purchaseInvoices');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const unitName = useInvoiceUnit();
  const quantityOf = ({ quantity, unit_of_measure }: PurchaseInvoiceLine) =>
    unit_of_measure === null ? formats.number(quantity) : formats.quantity(quantity, unitName(unit_of_measure));
  const heads = [
    { label: '#' },
    { label: t('invoice.description') },
    { label: t('invoice.product') },
    { label: t('invoice.ddt') },
    { label: t('invoice.quantity'), end: true },
    { label: t('invoice.unit_price'), end: true },
    { label: t('invoice.net_amount'), end: true },
    { label: t('invoice.vat_rate'), end: true },
    { label: t('invoice.match') },
    ...(onMatch ? [{ label: common('list.actions') }] : []),
  ];
  return (
    <PlainTable label={t('invoice.lines')} heads={heads} minWidth={900}>
      {invoice.lines.map((line) => (
        <tr key={line.id}>
          <td>{line.position}</td>
          <td>
            {line.description}
            {line.supplier_code !== null && <div>{line.supplier_code}</div>}
          </td>
          <td>
            {line.product_id === null ? (
              '—'
            ) : (
              <EntityLink kind="product" id={line.product_id} text={line.product_code ?? ''} />
            )}
          </td>
          <td>
            <EntityLink
              kind="goods_receipt"
              id={line.receipt_order_item_id}
              text={line.ddt_number ?? line.receipt_document}
            />
            {line.ddt_date !== null && <div>{formats.day(line.ddt_date)}</div>}
          </td>
          <td data-end>{quantityOf(line)}</td>
          <td data-end>{formats.money(line.unit_price, invoice.currency, 5)}</td>
          <td data-end>{formats.money(line.net_amount, invoice.currency)}</td>
          <td data-end>{line.natura ?? formats.percent(line.vat_rate)}</td>
          <td>
            <LineMatch match={line.match} />
            <Differences line={line} />
          </td>
          {onMatch && (
            <td>
              <Button
                size="xs"
                variant={MATCHED.has(line.match) ? 'subtle' : 'default'}
                aria-label={t(MATCHED.has(line.match) ? 'match.changeOf' : 'match.actOf', { position: line.position })}
                onClick={() => onMatch(line)}
              >
                {t(MATCHED.has(line.match) ? 'match.change' : 'match.act')}
              </Button>
            </td>
          )}
        </tr>
      ))}
    </PlainTable>
  );
}

function Differences({ line }: { line: PurchaseInvoiceLine }) {
  const { t } = useTranslation('purchaseInvoices');
  const formats = useFormats();
  return line.differences.map(({ field, invoiced, expected }) => (
    <div key={field}>
      {t(`difference.${field}`, { invoiced: formats.number(invoiced), expected: formats.number(expected) })}
    </div>
  ));
}
