import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api/api.ts';
import { useFormats } from '../../lib/formats.ts';
import { EntityLink } from '../../ui/entity-link.tsx';
import { FigurePanel } from './FigurePanel.tsx';
import classes from './home.module.css';

const SHOWN = 5;
const NEWEST = { sort: '-created_at', limit: SHOWN } as const;

interface Added {
  id: number;
  name: string;
  created_at: string;
}

interface Props {
  title: string;
  /** Address of the list, above the pages of its rows. */
  list: string;
  kind: 'product' | 'customer' | 'supplier';
  rows: readonly Added[] | undefined;
}

/** The products, customers and suppliers that were added last, each with its page. Nothing without any. */
export function RecentPanels() {
  const { t } = useTranslation('home');
  const products = useQuery(api.products.list.query({ query: NEWEST })).data?.rows;
  const customers = useQuery(api.customers.list.query({ query: NEWEST })).data?.rows;
  const suppliers = useQuery(api.suppliers.list.query({ query: NEWEST })).data?.rows;
  const named = (rows: readonly { id: number; business_name: string; created_at: string }[] | undefined) =>
    rows?.map(({ business_name, ...row }) => ({ ...row, name: business_name }));
  const panels: Props[] = [
    {
      title: t('recent.products'),
      list: '/anagrafica/prodotti',
      kind: 'product',
      rows: products?.map(({ code, name, description, ...row }) => ({
        ...row,
        name: `${code} · ${name ?? description}`,
      })),
    },
    { title: t('recent.customers'), list: '/anagrafica/clienti/lista', kind: 'customer', rows: named(customers) },
    { title: t('recent.suppliers'), list: '/anagrafica/fornitori', kind: 'supplier', rows: named(suppliers) },
  ];
  const shown = panels.filter(({ rows = [] }) => rows.length > 0);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="hub-recent">
      <h2 id="hub-recent" className={classes.heading}>
        {t('recent.title')}
      </h2>
      <ul className={classes.grid}>
        {shown.map((panel) => (
          <Panel key={panel.list} {...panel} />
        ))}
      </ul>
    </section>
  );
}

function Panel({ title, list, kind, rows = [] }: Props) {
  const formats = useFormats();
  return (
    <FigurePanel
      title={title}
      to={list}
      rows={rows.map(({ id, name, created_at }) => ({
        key: id,
        to: `${list.replace('/lista', '')}/${id}`,
        name: <EntityLink kind={kind} id={id} text={name} />,
        value: formats.instant(created_at),
      }))}
    />
  );
}
