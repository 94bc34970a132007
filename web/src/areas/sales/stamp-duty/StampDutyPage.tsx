import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { useFormats } from '../../../lib/formats.ts';
import { NumberBox } from '../../../ui/form/NumberBox.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { yearFilter } from '../../../ui/page/filter-fields.ts';

const Filters = { year: yearFilter() };

/** Shows the Italian stamp duty of a year by quarter. */
function StampDutyPage() {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const [{ year = Number(companyToday().slice(0, 4)) }, setFilters] = useFilters(Filters);
  const { data, error, refetch } = useQuery(api.accounting.stampDuty.query({ query: { year: String(year) } }));
  return (
    <Page subtitle={t('stampDuty.subtitle')}>
      <Panel>
        <NumberBox
          label={t('stampDuty.year')}
          value={year}
          decimals={0}
          maw="10rem"
          mb="md"
          onChange={(next) => {
            if (typeof next === 'number' && next >= 1900 && next <= 9999) setFilters({ year: next });
          }}
        />
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
