import { SegmentedControl, Skeleton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useCallback, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { LinkButton } from '../../../ui/link.tsx';
import { LateOnly } from '../../../ui/late.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { useScreen } from '../../../ui/page/screen-context.ts';
import { EmptyState, LoadFailed } from '../../../ui/table/TableStates.tsx';
import { ZOOMS, type State } from '../scheduling/filters.ts';
import { BoardList } from './BoardList.tsx';
import classes from './board.module.css';
import { JobDialog } from './JobDialog.tsx';
import { lateLines } from './late-lines.ts';
import { Timeline } from './Timeline.tsx';
import type { Move } from './moves.ts';
import { trayItem } from './tray.ts';
import { useBoard } from './use-board.ts';
import { useTray } from './use-tray.ts';
import { useNarrow } from '../../../ui/use-narrow.ts';

interface Props {
  actions: ReactNode;
  above: ReactNode;
  state: State;
  setState: (change: Partial<State>, options?: { replace: boolean }) => void;
}

/** Shows the production board: one lane per machine, one bar per job, late jobs marked. */
function BoardPage({ actions, above, state, setState }: Props) {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const { title, mayOpen } = useScreen();
  const isPhone = useNarrow('40em');
  const { lanes, calendar, move, isSaving, error, retry } = useBoard();
  const { zoom = 'days', job } = state;
  const isReady = lanes && calendar;
  const count = lanes?.reduce((total, { jobs }) => total + jobs.length, 0) ?? 0;
  const late = lanes ? lateLines(lanes.flatMap(({ jobs }) => jobs)) : 0;
  const open = useCallback(
    (scheduling: number) => {
      const item = trayItem(scheduling);
      setState(item === undefined ? { job: scheduling } : { item }, { replace: false });
    },
    [setState],
  );
  const openItem = useCallback((item: number) => setState({ item }, { replace: false }), [setState]);
  const tray = useTray(move, openItem);
  const moveOrPlace = (next: Move) => {
    if (trayItem(next.scheduling) === undefined) return move(next);
    const target = lanes?.find(({ machine_id }) => machine_id === next.machine);
    if (target) void tray.place(next, target);
  };
  const hasWork = count > 0 || tray.lane.jobs.length > 0 || tray.q !== '';
  const label = `${title}: ${t('scheduling.view.board')}`;
  return (
    <Page fill actions={actions} subtitle={t('board.subtitle')}>
      {above}
      <Panel>
        <div className={classes.tools}>
          <span className={classes.summary} aria-live="polite">
            {isReady && t('board.count', { count, shown: formats.number(count) })}
            {late > 0 && (
              <>
                {' · '}
                <span className={classes.lateness}>
                  <IconAlertTriangle size={15} aria-hidden />
                  {t('board.lateLines', { count: late, shown: formats.number(late) })}
                </span>
              </>
            )}
            {isSaving && ` · ${t('scheduling.saving')}`}
          </span>
          <LateOnly value={state.late} onChange={(next) => setState({ late: next })} />
          {!isPhone && (
            <SegmentedControl
              size="xs"
              aria-label={t('board.zoom')}
              value={zoom}
              data={ZOOMS.map((value) => ({ value, label: t(`board.zooms.${value}`) }))}
              onChange={(value) => setState({ zoom: ZOOMS.find((one) => one === value && one !== 'days') })}
            />
          )}
        </div>
        {error && !isReady && <LoadFailed error={error} onRetry={retry} />}
        {!error && !isReady && <Skeleton h={320} aria-busy />}
        {isReady && lanes.length === 0 && (
          <EmptyState
            title={t('board.noMachines')}
            hint={t('board.noMachinesHint')}
            action={
              mayOpen('/anagrafica/macchinari') && (
                <LinkButton to="/anagrafica/macchinari" variant="default">
                  {t('board.toMachines')}
                </LinkButton>
              )
            }
          />
        )}
        {isReady && lanes.length > 0 && !hasWork && <EmptyState title={t('board.empty')} hint={t('board.emptyHint')} />}
        {isReady &&
          hasWork &&
          (isPhone ? (
            <BoardList lanes={lanes} tray={tray} calendar={calendar} isLateOnly={state.late ?? false} onOpen={open} />
          ) : (
            <div className={classes.whole} data-late-only={state.late}>
              <Timeline
                label={label}
                lanes={[...lanes, tray.lane]}
                calendar={calendar}
                zoom={zoom}
                move={moveOrPlace}
                onOpen={open}
                search={tray}
              />
            </div>
          ))}
      </Panel>
      {isReady && job !== undefined && (
        <JobDialog
          key={job}
          scheduling={job}
          lanes={lanes}
          calendar={calendar}
          move={move}
          onClose={() => setState({ job: undefined })}
          onEdit={(item) => setState({ job: undefined, item, scheduling: job })}
        />
      )}
    </Page>
  );
}
export default BoardPage;
