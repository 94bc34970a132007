import { Alert, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { YIELD_GROUPS, type YieldRow } from '@bobina/contract/production/run-reports.ts';
import type { RunSummary } from '@bobina/contract/production/runs.ts';
import { api } from '../../../lib/api/api.ts';
import { EMPTY, useFormats } from '../../../lib/formats.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { machineName } from '../../../ui/machine-name.ts';
import { DayRange } from '../../../ui/form/DayRange.tsx';
import { ChoicePicker } from '../../../ui/form/Picker.tsx';
import { choiceFilter, dayFilter } from '../../../ui/page/filter-fields.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { RunLink } from '../../../ui/run-links.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { EmptyState, LoadFailed } from '../../../ui/table/TableStates.tsx';
import { useMonthName, yearAgo } from './period.ts';
import report from '../../../ui/page/report.module.css';
import { prepared } from '../../../ui/prepared.tsx';
import classes from './reports.module.css';

const WasteChart = prepared(() => import('./WasteChart.tsx'));
const Filters = { group: choiceFilter(YIELD_GROUPS), from: dayFilter(), to: dayFilter() };
const WEIGHTS = ['input_kg', 'good_kg', 'trim_kg', 'setup_kg', 'scrap_kg', 'unexplained_kg'] as const;
/** Groups in the drawing: those with the most waste. The table has all of them. */
const MOST_DRAWN = 12;

/** Shows /report/rese: the yield of runs by group, their waste by kind, and the worst runs. */
function YieldPage() {
  const { t } = useTranslation('productionReports');
  const formats = useFormats();
  const [{ group = 'machine', from = yearAgo(), to }, set] = useFilters(Filters);
  const rows = useQuery(api.runReports.yield.query({ query: { group, from, to } }));
  const worst = useQuery(api.runReports.worstRuns.query({ query: { from, to } }));
  const notClosed = worst.data?.not_closed ?? 0;
  return (
    <Page>
      <Panel>
        <div className={report.filters}>
          <ChoicePicker
            aria-label={t('yield.group')}
            w={200}
            clearable={false}
            value={group}
            data={YIELD_GROUPS.map((value) => ({ value, label: t(`yield.groups.${value}`) }))}
            onChange={(value) => set({ group: value === 'machine' ? undefined : (value as typeof group) })}
          />
          <DayRange from={from} to={to} labels={[t('yield.from'), t('yield.to')]} onChange={set} />
        </div>
      </Panel>
      <div className={report.parts}>
        {rows.isPending && <Skeleton h={240} />}
        {rows.error && <LoadFailed error={rows.error} onRetry={() => void rows.refetch()} />}
        {rows.data?.length === 0 && <EmptyState title={t('yield.empty')} hint={t('yield.emptyHint')} />}
        {rows.data && rows.data.length > 0 && <Groups group={group} rows={rows.data} />}
        {notClosed > 0 && (
          <Alert color="gray" variant="light">
            {t('yield.notClosed', { count: notClosed, shown: formats.number(notClosed) })}
          </Alert>
        )}
        {worst.error && <LoadFailed error={worst.error} onRetry={() => void worst.refetch()} />}
        {worst.data && worst.data.runs.length > 0 && <WorstRuns runs={worst.data.runs} />}
      </div>
    </Page>
  );
}
export default YieldPage;

function Groups({ group, rows }: { group: (typeof YIELD_GROUPS)[number]; rows: readonly YieldRow[] }) {
  const { t } = useTranslation('productionReports');
  const formats = useFormats();
  const monthName = useMonthName();
  const named = rows.map((row) => ({ ...row, label: group === 'month' ? monthName(row.key) : row.label }));
  const drawn = new Set(
    named
      .toSorted((a, b) => b.waste_kg - a.waste_kg)
      .slice(0, MOST_DRAWN)
      .map(({ key }) => key),
  );
  const nameOf = ({ key, label }: YieldRow) => {
    const text = label || t('yield.none');
    return key !== '' && (group === 'machine' || group === 'product') ? (
      <EntityLink kind={group} id={Number(key)} text={text} />
    ) : (
      text
    );
  };
  return (
    <>
      <Panel title={t('yield.byGroup')}>
        <PlainTable
          label={t('yield.byGroup')}
          minWidth={860}
          heads={[
            { label: t(`yield.groups.${group}`) },
            { label: t('yield.runs'), end: true },
            ...WEIGHTS.map((key) => ({ label: t(`yield.${key}`), end: true })),
            { label: t('yield.yield_percent'), end: true },
          ]}
        >
          {named.map((row) => (
            <tr key={row.key}>
              <th scope="row" data-whole>
                {nameOf(row)}
              </th>
              <td data-end>{formats.number(row.runs)}</td>
              {WEIGHTS.map((key) => (
                <td key={key} data-end data-whole>
                  {formats.quantity(row[key], 'kg', 3)}
                </td>
              ))}
              <td data-end data-whole>
                {formats.percent(row.yield_percent)}
              </td>
            </tr>
          ))}
        </PlainTable>
      </Panel>
      {named.some(({ waste_kg }) => waste_kg > 0) && (
        <Panel title={t('yield.wasteByKind')}>
          <div className={classes.drawing} aria-hidden>
            <Suspense fallback={<Skeleton h={240} />}>
              <WasteChart groups={named.filter(({ key }) => drawn.has(key))} />
            </Suspense>
          </div>
        </Panel>
      )}
    </>
  );
}

function WorstRuns({ runs }: { runs: readonly RunSummary[] }) {
  const { t } = useTranslation('productionReports');
  const formats = useFormats();
  return (
    <Panel title={t('yield.worst')}>
      <PlainTable
        label={t('yield.worst')}
        minWidth={760}
        heads={[
          { label: t('yield.run') },
          { label: t('yield.startedAt') },
          { label: t('yield.groups.machine') },
          { label: t('yield.groups.product') },
          { label: t('yield.input_kg'), end: true },
          { label: t('yield.waste_kg'), end: true },
          { label: t('yield.unexplained_kg'), end: true },
          { label: t('yield.yield_percent'), end: true },
        ]}
      >
        {runs.map(({ id, balance, ...run }) => (
          <tr key={id}>
            <th scope="row" data-whole>
              <RunLink id={id} />
            </th>
            <td data-whole>{formats.instant(run.started_at)}</td>
            <td>
              <EntityLink kind="machine" id={run.machine_id} text={machineName(run)} />
            </td>
            <td>
              {run.product_code ? <EntityLink kind="product" id={run.product_id} text={run.product_code} /> : EMPTY}
            </td>
            <td data-end data-whole>
              {formats.quantity(balance.input_kg, 'kg', 3)}
            </td>
            <td data-end data-whole>
              {formats.quantity(balance.waste_kg, 'kg', 3)}
            </td>
            <td data-end data-whole>
              {formats.quantity(balance.unexplained_kg, 'kg', 3)}
            </td>
            <td data-end data-whole>
              {formats.percent(balance.yield_percent)}
            </td>
          </tr>
        ))}
      </PlainTable>
    </Panel>
  );
}
