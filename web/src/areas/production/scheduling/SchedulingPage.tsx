import { Tabs } from '@mantine/core';
import { IconArrowLeft, IconCalendarStats, IconListDetails, IconReport } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from '../../../ui/page/PageAction.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { prepared } from '../../../ui/prepared.tsx';
import { Filters, VIEWS } from './filters.ts';
import classes from './scheduling.module.css';
import { SchedulingList } from './SchedulingList.tsx';
import { StatCards } from './StatCards.tsx';

// Lazy: the list does not need the drag library of the board or the form code of the dialogs.
const BoardPage = prepared(() => import('../board/BoardPage.tsx'));
const SchedulingDialog = prepared(() => import('./SchedulingDialog.tsx'));
const MachineReport = prepared(() => import('./MachineReport.tsx'));

/** Shows production scheduling as a list or as a board. */
function SchedulingPage() {
  const { t } = useTranslation('production');
  const [state, setState] = useFilters(Filters);
  const { view = 'list', item, scheduling, report } = state;
  const actions = (
    <>
      <ToolButton to="/produzione" icon={<IconArrowLeft size={18} />} label={t('item.back')} />
      <ToolButton
        icon={<IconReport size={18} />}
        label={t('machineReport.open')}
        onClick={() => setState({ report: true }, { replace: false })}
      />
    </>
  );
  const above = (
    <div className={classes.above}>
      <StatCards state={state} setState={setState} />
      <Tabs
        value={view}
        onChange={(next) => setState({ view: VIEWS.find((one) => one === next && one !== 'list') })}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('scheduling.views')}>
          <Tabs.Tab value="list" leftSection={<IconListDetails size={17} aria-hidden />}>
            {t('scheduling.view.list')}
          </Tabs.Tab>
          <Tabs.Tab value="board" leftSection={<IconCalendarStats size={17} aria-hidden />}>
            {t('scheduling.view.board')}
          </Tabs.Tab>
        </Tabs.List>
      </Tabs>
    </div>
  );
  return (
    <>
      {view === 'board' ? (
        <Suspense fallback={null}>
          <BoardPage actions={actions} above={above} state={state} setState={setState} />
        </Suspense>
      ) : (
        <SchedulingList actions={actions} above={above} state={state} setState={setState} />
      )}
      <Suspense fallback={null}>
        {item !== undefined && (
          <SchedulingDialog
            key={`${item}-${scheduling}`}
            itemId={item}
            schedulingId={scheduling}
            onClose={() => setState({ item: undefined, scheduling: undefined })}
          />
        )}
        {report && <MachineReport onClose={() => setState({ report: undefined })} />}
      </Suspense>
    </>
  );
}
export default SchedulingPage;
