import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBuildingFactory2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunSummary } from '@bobina/contract/production/runs.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { deferred } from '../../../ui/deferred.tsx';
import { DayRange } from '../../../ui/form/DayRange.tsx';
import { ChoicePicker } from '../../../ui/form/Picker.tsx';
import { LinkButton } from '../../../ui/link.tsx';
import { menuButton } from '../../../ui/overlay/menu-button.ts';
import { choiceFilter, dayFilter, rowFilter, textFilter } from '../../../ui/page/filter-fields.ts';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useScreen } from '../../../ui/page/screen-context.ts';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { RUN_ROW, runColumns, type SeenRun } from './columns.tsx';
import type { MenuMachine } from './MachineMenuItems.tsx';

const MachineMenuItems = deferred(async () => (await import('./MachineMenuItems.tsx')).MachineMenuItems);

const STATES = ['open', 'ended'] as const;
const Filters = {
  sort: textFilter(),
  machine_id: rowFilter(),
  state: choiceFilter(STATES),
  from: dayFilter(),
  to: dayFilter(),
};
const NONE = { machine_id: undefined, state: undefined, from: undefined, to: undefined };
const MOST_MACHINES = 500;

/** Shows /produzione/lavorazioni: the runs of the machines with their yield, and the way to the page of each machine. */
function RunsPage() {
  const { t } = useTranslation('runs');
  const formats = useFormats();
  const { mayOpen } = useScreen();
  const [{ sort = '-started_at', machine_id, state, from, to }, set] = useFilters(Filters);
  const machines = useQuery(api.machines.list.query({ query: { sort: 'code', limit: MOST_MACHINES } })).data?.rows;
  const columns = useMemo(() => runColumns(t, formats), [t, formats]);
  const isOpen = state && { open: state === 'open' };
  return (
    <ListPage<RunSummary, SeenRun>
      call={api.runs.list}
      rowFields={RUN_ROW}
      query={{ machine_id, ...isOpen, from, to }}
      columns={columns}
      sort={sort}
      onSort={(next) => set({ sort: next })}
      countLabel={(count, shown) => t('list.count', { count, shown })}
      failedTitle={t('list.failed')}
      filters={
        <>
          <ChoicePicker
            aria-label={t('run.machine')}
            placeholder={t('list.allMachines')}
            w={230}
            value={machine_id ? String(machine_id) : null}
            data={(machines ?? []).map(({ id, code, description }) => ({
              value: String(id),
              label: [code, description].filter(Boolean).join(' · '),
            }))}
            onChange={(id) => set({ machine_id: id === null ? undefined : Number(id) })}
          />
          <ChoicePicker
            aria-label={t('list.state')}
            placeholder={t('list.allStates')}
            w={190}
            value={state ?? null}
            data={STATES.map((value) => ({ value, label: t(`list.states.${value}`) }))}
            onChange={(value) => set({ state: (value ?? undefined) as typeof state })}
          />
          <DayRange from={from} to={to} labels={[t('list.from'), t('list.to')]} onChange={set} />
        </>
      }
      isFiltered={[machine_id, state, from, to].some((value) => value !== undefined)}
      onClearFilters={() => set(NONE)}
      rowName={({ id }) => t('run.number', { id })}
      href={({ id }) => `/produzione/lavorazioni/${id}`}
      tone={({ balance }) => (balance.warning ? 'warning' : undefined)}
      mainAction={<MachineMenu machines={(machines ?? []).filter(({ is_active }) => is_active)} />}
      empty={{
        title: t('list.empty'),
        hint: t('list.emptyHint'),
        action: machines?.length === 0 && mayOpen('/anagrafica/macchinari') && (
          <LinkButton to="/anagrafica/macchinari" variant="light">
            {t('list.toMachines')}
          </LinkButton>
        ),
      }}
    />
  );
}
export default RunsPage;

/** Opens the page of a machine. */
function MachineMenu({ machines }: { machines: readonly MenuMachine[] }) {
  const { t } = useTranslation('runs');
  const mayOpen = useCan()('runs.write');
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, { toggle, set }] = useDisclosure(false);
  if (!mayOpen || machines.length === 0) return null;
  return (
    <>
      <Button
        ref={button}
        {...menuButton(id, isOpen)}
        leftSection={<IconBuildingFactory2 size={18} />}
        onClick={toggle}
      >
        {t('list.openMachine')}
      </Button>
      <MachineMenuItems id={id} button={button} opened={isOpen} onChange={set} machines={machines} />
    </>
  );
}
