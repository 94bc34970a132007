import { Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { useFieldValue } from '../form/form-context.ts';
import { Panel } from '../page/Panel.tsx';
import { PRICE_DECIMALS } from './price-columns.tsx';
import type { PriceKind, PriceRow } from './price-kind.ts';
import { PriceStatus } from './PriceStatus.tsx';
import classes from './prices.module.css';
import { useValidity } from './use-validity.ts';

const MOST = 50;

interface Props<Row extends PriceRow> {
  kind: PriceKind<Row>;
  title: string;
  /** The id of the price in the form, which is left out. */
  own: number | undefined;
}

/** Shows the other prices of the chosen product and party, latest first, with their periods. */
export function KnownPrices<Row extends PriceRow>({ kind: { list, partyId }, title, own }: Props<Row>) {
  const { t } = useTranslation();
  const formats = useFormats();
  const validityOf = useValidity();
  const product = useFieldValue<number | null>('product_id');
  const party = useFieldValue<number | null>(partyId);
  const isChosen = product !== null && party !== null;
  const { data } = useQuery({
    ...list.query({
      query: { product_id: String(product), [partyId]: String(party), sort: '-start_date', limit: MOST },
    }),
    enabled: isChosen,
  });
  const others = isChosen ? (data?.rows.filter(({ id }) => id !== own) ?? []) : [];
  if (others.length === 0) return null;
  return (
    <Panel>
      <section className={classes.known} aria-labelledby="known-prices">
        <Title order={2} fz="md" my="sm" id="known-prices">
          {title}
        </Title>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('prices.validity')}</Table.Th>
              <Table.Th ta="end">{t('prices.field.price')}</Table.Th>
              <Table.Th>{t('prices.field.status')}</Table.Th>
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
