import { Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useFieldValue } from '../../../ui/form/form-context.ts';
import { Panel } from '../../../ui/page/Panel.tsx';
import { PRICE_DECIMALS } from './columns.tsx';
import { PriceStatus } from './PriceStatus.tsx';
import classes from './prices.module.css';
import { useValidity } from './use-validity.ts';

const MOST = 50;

/** The other prices of the product and supplier that are chosen, latest first: which days are taken already. */
export function KnownPrices({ own }: { own: number | undefined }) {
  const { t } = useTranslation('purchasing');
  const formats = useFormats();
  const validityOf = useValidity();
  const product_id = useFieldValue<number | null>('product_id');
  const supplier_id = useFieldValue<number | null>('supplier_id');
  const isChosen = product_id !== null && supplier_id !== null;
  const { data } = useQuery({
    ...api.prices.list.query({
      query: { product_id: String(product_id), supplier_id: String(supplier_id), sort: '-start_date', limit: MOST },
    }),
    enabled: isChosen,
  });
  const others = isChosen ? (data?.rows.filter(({ id }) => id !== own) ?? []) : [];
  if (others.length === 0) return null;
  return (
    <Panel>
      <section className={classes.known} aria-labelledby="known-prices">
        <Title order={2} fz="md" my="sm" id="known-prices">
          {t('priceForm.others')}
        </Title>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('priceForm.validity')}</Table.Th>
              <Table.Th ta="end">{t('price.price')}</Table.Th>
              <Table.Th>{t('price.status')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {others.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Td>{validityOf(row)}</Table.Td>
                <Table.Td ta="end">{formats.money(row.price, row.currency, PRICE_DECIMALS)}</Table.Td>
                <Table.Td>
                  <PriceStatus status={row.status} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </Panel>
  );
}
