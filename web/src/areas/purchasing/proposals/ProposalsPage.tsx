import { Alert, Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { companyToday } from '../../../lib/company-day.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { LinkAnchor, LinkButton } from '../../../ui/link.tsx';
import { useScreen } from '../../../ui/page/screen-context.ts';
import { choiceFilter, rowFilter, textFilter } from '../../../ui/page/filter-fields.ts';
import { Page } from '../../../ui/page/Page.tsx';
import pageClasses from '../../../ui/page/page.module.css';
import { Panel } from '../../../ui/page/Panel.tsx';
import { SearchBox } from '../../../ui/page/SearchBox.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { EmptyState, LoadFailed, NoMatch } from '../../../ui/table/TableStates.tsx';
import { SupplierFilter } from '../SupplierFilter.tsx';
import { Unclear, WithoutProduct } from './OpenQuestions.tsx';
import { canBeOrdered, groupBySupplier, totalsOf, untilOf, type Choice } from './proposal-choice.ts';
import classes from './proposals.module.css';
import { SupplierTable } from './SupplierTable.tsx';
import { useProposals } from './use-proposals.ts';
import FullSelect from '../../../ui/form/FullSelect.tsx';

const DUE = ['today', 'week'] as const;
const Filters = { q: textFilter(), due: choiceFilter(DUE), supplier_id: rowFilter() };

/** Shows what to order, by supplier, and orders the selected rows. */
function ProposalsPage() {
  const { t } = useTranslation('purchaseProposals');
  const formats = useFormats();
  const mayOrder = useCan()('purchase_orders.write');
  const { mayOpen } = useScreen();
  const [{ q = '', due, supplier_id }, setFilters] = useFilters(Filters);
  const proposals = useProposals({ until: untilOf(due, companyToday()), supplier_id });
  const { query, choices, chosen, created, isOrdering } = proposals;
  const shown = choices.filter((choice) => matches(choice, q));
  const orderable = shown.filter(canBeOrdered).map(({ key }) => key);
  const isFiltered = q !== '' || due !== undefined || supplier_id !== undefined;
  const isAll = orderable.length > 0 && orderable.every((key) => proposals.selected.has(key));
  return (
    <Page
      subtitle={
        <span aria-live="polite">
          {query.data ? t('proposals.count', { count: shown.length, shown: formats.number(shown.length) }) : '\u00a0'}
        </span>
      }
    >
      <Panel>
        <search className={pageClasses.filters}>
          <SearchBox value={q} onChange={(next) => setFilters({ q: next })} label={t('proposals.search')} />
          <FullSelect
            aria-label={t('proposals.due')}
            w={210}
            allowDeselect={false}
            value={due ?? 'all'}
            data={['all' as const, ...DUE].map((value) => ({ value, label: t(`proposals.dueBy.${value}`) }))}
            onChange={(value) => setFilters({ due: value === 'all' ? undefined : (value as typeof due) })}
          />
          <SupplierFilter value={supplier_id} onChange={(id) => setFilters({ supplier_id: id })} />
          {mayOrder && orderable.length > 0 && (
            <Button variant="default" onClick={() => proposals.select(orderable, !isAll)}>
              {t(isAll ? 'proposals.selectNone' : 'proposals.selectAll')}
            </Button>
          )}
        </search>
      </Panel>
      {created.length > 0 && (
        <Alert color="petrol" title={t('proposals.created', { count: created.length, shown: created.length })}>
          {created.map(({ id, order_number }, at) => (
            <span key={id}>
              {at > 0 && ' · '}
              <LinkAnchor to={`/operazioni/ordini-fornitori/${id}`}>{order_number}</LinkAnchor>
            </span>
          ))}
        </Alert>
      )}
      {query.isPending && <Skeleton h={300} radius="lg" aria-busy />}
      {query.error && <LoadFailed error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && shown.length === 0 && (
        <Panel>
          {isFiltered ? (
            <NoMatch onClear={() => setFilters({ q: '', due: undefined, supplier_id: undefined })} />
          ) : (
            <EmptyState
              title={t('proposals.empty')}
              hint={t('proposals.emptyHint')}
              action={
                mayOpen('/anagrafica/prodotti') && (
                  <LinkButton to="/anagrafica/prodotti" variant="light">
                    {t('proposals.toProducts')}
                  </LinkButton>
                )
              }
            />
          )}
        </Panel>
      )}
      {groupBySupplier(shown).map((group) => (
        <SupplierTable
          key={group.production ? 'make' : String(group.supplier_id)}
          group={group}
          proposals={proposals}
        />
      ))}
      {query.data && (
        <>
          <WithoutProduct rows={query.data.without_product} />
          <Unclear rows={query.data.unclear} />
        </>
      )}
      {chosen.length > 0 && (
        <section aria-label={t('proposals.bar')} className={classes.bar}>
          <span aria-live="polite">
            {t('proposals.selected', { count: chosen.length, shown: formats.number(chosen.length) })}
          </span>
          {totalsOf(chosen).map(({ currency, total }) => (
            <strong key={currency}>{formats.money(total, currency)}</strong>
          ))}
          <Button loading={isOrdering} onClick={() => void proposals.order()} ms="auto">
            {t('proposals.order')}
          </Button>
        </section>
      )}
    </Page>
  );
}
export default ProposalsPage;

function matches({ proposal: { product_code, product_name }, supplier_name }: Choice, q: string): boolean {
  const text = `${product_code} ${product_name} ${supplier_name ?? ''}`.toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
