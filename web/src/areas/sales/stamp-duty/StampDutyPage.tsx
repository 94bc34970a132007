import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { useFormats } from '../../../lib/formats.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { yearFilter } from '../../../ui/page/filter-fields.ts';
import { YearPicker } from '../accounting/YearPicker.tsx';

const Filters = { year: yearFilter() };

/** Shows the Italian stamp duty of a year by quarter. */
function StampDutyPage() {
  const { t } = useTranslation('accounting');
  const formats = useFormats();
  const [{ year = Number(companyToday().slice(0, 4)) }, setFilters] = useFilters(Filters);
  const { data, error, refetch } = useQuery(api.accounting.stampDuty.query({ query: { year: String(year) } }));
  return (
    <Page subtitle={t('stampDuty.subtitle')}>
      <YearPicker year={year} onChange={(next) => setFilters({ year: next })} />
      <Panel>
        {error && !data && <LoadFailed title={t('failed')} error={error} onRetry={() => void refetch()} />}
        {data && (
          <PlainTable
            label={t('stampDuty.table', { year: String(year) })}
            heads={[
              { label: t('stampDuty.quarter') },
              { label: t('stampDuty.count'), end: true },
              { label: t('stampDuty.amount'), end: true },
            ]}
          >
            {data.quarters.map(({ quarter, count, amount }) => (
              <tr key={quarter}>
                <td>{t('stampDuty.quarterOf', { quarter: String(quarter) })}</td>
                <td data-end>{formats.number(count)}</td>
                <td data-end>{formats.money(amount)}</td>
              </tr>
            ))}
            <tr>
              <td>
                <strong>{t('stampDuty.total')}</strong>
              </td>
              <td data-end>{formats.number(data.quarters.reduce((sum, { count }) => sum + count, 0))}</td>
              <td data-end>
                <strong>{formats.money(data.amount)}</strong>
              </td>
            </tr>
          </PlainTable>
        )}
      </Panel>
    </Page>
  );
}
export default StampDutyPage;
