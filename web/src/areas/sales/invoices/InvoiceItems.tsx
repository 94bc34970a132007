import { useTranslation } from 'react-i18next';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import classes from '../sales.module.css';
import { Scroll } from '../Scroll.tsx';

type Rated = { vat_rate: number | null; natura: string | null };

/** The lines of an invoice, its VAT by rate, and what is to be paid. */
export const InvoiceItems = ({ invoice }: { invoice: Invoice }) => {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const unitOf = useUnit();
  const rate = ({ vat_rate, natura }: Rated) => [formats.percent(vat_rate), natura].filter(Boolean).join(' ');
  const head = (key: 'quantity' | 'unit_price' | 'net_amount' | 'vat_rate' | 'vat_amount' | 'total_price') => (
    <th scope="col" className={classes.end}>
      {t(`item.${key}`)}
    </th>
  );
  return (
    <>
      <Scroll label={t('invoice.items')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('item.code')}</th>
              <th scope="col">{t('item.product_name')}</th>
              {head('quantity')}
              {head('unit_price')}
              {head('net_amount')}
              {head('vat_rate')}
              {head('vat_amount')}
              {head('total_price')}
            </tr>
          </thead>
          <tbody>
            {invoice.items.map((item) => (
              <tr key={item.id}>
                <td>{item.code}</td>
                <td>{item.product_name}</td>
                <td className={classes.end}>{formats.quantity(item.quantity, unitOf(item.unit_of_measure))}</td>
                <td className={classes.end}>{formats.money(item.unit_price, 'EUR', 5)}</td>
                <td className={classes.end}>{formats.money(item.net_amount)}</td>
                <td className={classes.end}>{rate(item)}</td>
                <td className={classes.end}>{formats.money(item.vat_amount)}</td>
                <td className={classes.end}>{formats.money(item.total_price)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <dl className={classes.totals}>
        <dt>{t('invoice.net_amount')}</dt>
        <dd>{formats.money(invoice.net_amount)}</dd>
        {invoice.vat_groups.map((group) => (
          <Group key={`${group.vat_rate} ${group.natura}`} label={t('invoice.vatOf', { rate: rate(group) })}>
            {formats.money(group.vat_amount)}
          </Group>
        ))}
        <Group label={t('invoice.vat_amount')}>{formats.money(invoice.vat_amount)}</Group>
        <dt className={classes.total}>{t('invoice.total_amount')}</dt>
        <dd className={classes.total}>{formats.money(invoice.total_amount)}</dd>
      </dl>
    </>
  );
};

const Group = ({ label, children }: { label: string; children: string }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
);
