import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import classes from '../sales.module.css';

type Rated = { vat_rate: number | null; natura: string | null };

/** Shows the lines of an invoice, its VAT by rate and the amount due. */
export function InvoiceItems({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const { currency } = invoice;
  const money = (amount: number) => formats.money(amount, currency);
  const unitOf = useUnit();
  const rate = ({ vat_rate, natura }: Rated) => [formats.percent(vat_rate), natura].filter(Boolean).join(' ');
  const figures = ['quantity', 'unit_price', 'net_amount', 'vat_rate', 'vat_amount', 'total_price'] as const;
  const heads = [
    { label: t('item.code') },
    { label: t('item.product_name') },
    ...figures.map((key) => ({ label: t(`item.${key}`), end: true })),
  ];
  return (
    <>
      <PlainTable label={t('invoice.items')} heads={heads}>
        {invoice.items.map((item, index) => (
          <Fragment key={item.id}>
            {invoice.packing_lists.length > 1 && invoice.items[index - 1]?.packing_list_id !== item.packing_list_id && (
              <PackingListRow invoice={invoice} id={item.packing_list_id} columns={heads.length} />
            )}
            <tr>
              <td data-title>
                <ProductLink id={item.product_id} text={item.code} />
              </td>
              <td data-title>
                <ProductLink id={item.product_id} text={item.product_name} />
                {item.conai_material && (
                  <Text size="xs" c="dimmed">
                    {item.conai_amount === null
                      ? t('invoice.conaiPaid', { material: item.conai_material })
                      : t('invoice.conaiAmount', {
                          material: item.conai_material,
                          amount: formats.money(item.conai_amount),
                        })}
                  </Text>
                )}
              </td>
              <td data-end data-label={t('item.quantity')}>
                {item.quantity === null ? '' : formats.quantity(item.quantity, unitOf(item.unit_of_measure))}
              </td>
              <td data-end data-label={t('item.unit_price')}>
                {formats.money(item.unit_price, currency, 5)}
              </td>
              <td data-end data-label={t('item.net_amount')}>
                {money(item.net_amount)}
              </td>
              <td data-end data-label={t('item.vat_rate')}>
                {rate(item)}
              </td>
              <td data-end data-label={t('item.vat_amount')}>
                {money(item.vat_amount)}
              </td>
              <td data-end data-label={t('item.total_price')}>
                {money(item.total_price)}
              </td>
            </tr>
          </Fragment>
        ))}
      </PlainTable>
      <dl className={classes.totals}>
        <dt>{t('invoice.net_amount')}</dt>
        <dd>{money(invoice.net_amount)}</dd>
        {invoice.vat_groups.map((group) => (
          <Group key={`${group.vat_rate} ${group.natura}`} label={t('invoice.vatOf', { rate: rate(group) })}>
            {money(group.vat_amount)}
          </Group>
        ))}
        <Group label={t('invoice.vat_amount')}>{money(invoice.vat_amount)}</Group>
        <dt className={classes.total}>{t('invoice.total_amount')}</dt>
        <dd className={classes.total}>{money(invoice.total_amount)}</dd>
        {currency !== 'EUR' && invoice.total_amount_eur !== null && (
          <Group label={t('invoice.total_amount_eur')}>{formats.money(invoice.total_amount_eur)}</Group>
        )}
      </dl>
    </>
  );
}

/** Heads the lines of one packing list. */
function PackingListRow({ invoice, id, columns }: { invoice: Invoice; id: number; columns: number }) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const { number, date } = invoice.packing_lists.find((list) => list.id === id)!;
  return (
    <tr>
      <th colSpan={columns} scope="colgroup" className={classes.packingList!}>
        <EntityLink kind="packing_list" id={id} text={t('invoice.ofList', { number, day: formats.day(date) })} />
      </th>
    </tr>
  );
}

/** The line that charges the stamp duty has no product. */
function ProductLink({ id, text }: { id: number | null; text: string }) {
  return id === null ? text : <EntityLink kind="product" id={id} text={text} />;
}

function Group({ label, children }: { label: string; children: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
