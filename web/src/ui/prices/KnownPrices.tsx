import { Table, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { Panel } from '../page/Panel.tsx';
import { PRICE_DECIMALS } from './price-columns.tsx';
import type { PriceKind, PriceRow } from './price-kind.ts';
import { PriceStatus } from './PriceStatus.tsx';
import classes from './prices.module.css';
import { useOtherPrices } from './use-other-prices.ts';
import { useValidity } from './use-validity.ts';

interface Props<Row extends PriceRow> {
  kind: PriceKind<Row>;
  title: string;
  /** The id of the price in the form, which is left out. */
  own: number | undefined;
}

/** Shows the other prices of the chosen product and party, latest first, with their periods. */
export function KnownPrices<Row extends PriceRow>({ kind, title, own }: Props<Row>) {
  const { t } = useTranslation();
  const formats = useFormats();
  const validityOf = useValidity();
  const others = useOtherPrices(kind, own);
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
