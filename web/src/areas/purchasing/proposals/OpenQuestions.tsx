import { useTranslation } from 'react-i18next';
import type { PurchaseProposals } from '@bobina/contract/purchasing/proposals.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { LinkButton } from '../../../ui/link.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';

type WithoutProduct = PurchaseProposals['without_product'][number];

/** Needs that no product meets, each with a button that creates the product. */
export function WithoutProduct({ rows }: { rows: readonly WithoutProduct[] }) {
  const { t } = useTranslation('purchaseProposals');
  const formats = useFormats();
  const mayCreate = useCan()('products.write');
  if (rows.length === 0) return null;
  return (
    <Panel title={t('proposals.withoutProduct')}>
      <PlainTable
        label={t('proposals.withoutProduct')}
        heads={[
          { label: t('proposals.material') },
          { label: 'kg', end: true },
          { label: 'm', end: true },
          { label: t('proposals.orders') },
          ...(mayCreate ? [{ label: t('proposals.newProduct') }] : []),
        ]}
      >
        {rows.map((row) => (
          <tr key={addressOf(row)}>
            <th scope="row">
              {t(`proposals.kind.${row.kind}`, {
                weight: formats.number(row.gsm ?? row.gauge),
                width: formats.number(row.width_mm),
                colour: row.colour ?? '',
              })}
            </th>
            <td data-end>{formats.number(row.kg, 1)}</td>
            <td data-end>{formats.number(row.m, 0)}</td>
            <td>
              {row.orders.map((order, at) => (
                <span key={order.order_item_id}>
                  {at > 0 && ', '}
                  <EntityLink kind="customer_order" id={order.order_id} text={order.order_number} />
                </span>
              ))}
            </td>
            {mayCreate && (
              <td>
                <LinkButton to={addressOf(row)} variant="default" size="compact-sm">
                  {t('proposals.newProduct')}
                </LinkButton>
              </td>
            )}
          </tr>
        ))}
      </PlainTable>
    </Panel>
  );
}

/** Order lines whose material cannot be computed. */
export function Unclear({ rows }: { rows: PurchaseProposals['unclear'] }) {
  const { t } = useTranslation('purchaseProposals');
  if (rows.length === 0) return null;
  return (
    <Panel title={t('proposals.unclear')}>
      <PlainTable
        label={t('proposals.unclear')}
        heads={[
          { label: t('proposals.orders') },
          { label: t('proposals.customer') },
          { label: t('proposals.product') },
          { label: t('proposals.reason') },
        ]}
      >
        {rows.map((row) => (
          <tr key={`${row.order_item_id}|${row.code}|${row.missing.join()}`}>
            <th scope="row" data-whole>
              <EntityLink kind="customer_order" id={row.order_id} text={row.order_number} />
            </th>
            <td>{row.customer_name}</td>
            <td data-whole>
              <EntityLink kind="product" id={row.product_id} text={row.product_code} />
            </td>
            <td>{t(row.code === 'UNIT_NOT_CONVERTIBLE' ? 'proposals.noWeight' : 'proposals.missingData')}</td>
          </tr>
        ))}
      </PlainTable>
    </Panel>
  );
}

/** The form of a new product with the data of the material. */
function addressOf({ kind, gsm, gauge, width_mm, colour }: WithoutProduct): string {
  const width = String(width_mm / 10);
  const data: Record<string, string> =
    kind === 'paper'
      ? { peso_carta: String(gsm), larghezza_bobina: width }
      : { spessore_film: String(gauge), larghezza_film: width };
  if (colour) data['colore_film'] = colour;
  return `/anagrafica/prodotti/nuovo?${new URLSearchParams(data)}`;
}
