import { Alert, Button, List, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '@bobina/contract/core/dates.ts';
import { AccountingPeriodInput } from '@bobina/contract/sales/accounting.ts';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { useFormats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useCan } from '../../../lib/session.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { EmptyState, LoadFailed } from '../../../ui/table/TableStates.tsx';
import { toast } from '../../../ui/toasts.ts';
import { flagFilter } from '../../../ui/page/filter-fields.ts';

/** `new`: whether the dialog is open. */
const Filters = { new: flagFilter() };

/** Shows the closings of accounting periods, and closes one. */
function ClosingsPage() {
  const { t } = useTranslation('accounting');
  const formats = useFormats();
  const mayClose = useCan()('accounting.close');
  const [{ new: isOpen }, setFilters] = useFilters(Filters);
  const { data, error, refetch } = useQuery(api.accounting.periods.query());
  const last = data?.[0]?.until;
  return (
    <Page
      subtitle={
        <span aria-live="polite">
          {data ? (last ? t('closings.until', { day: formats.day(last) }) : t('closings.nothing')) : '\u00a0'}
        </span>
      }
      actions={
        mayClose && (
          <Button leftSection={<IconLock size={18} />} onClick={() => setFilters({ new: true }, { replace: false })}>
            {t('closings.close')}
          </Button>
        )
      }
    >
      <Panel>
        {error && !data && <LoadFailed title={t('failed')} error={error} onRetry={() => void refetch()} />}
        {data?.length === 0 && <EmptyState title={t('closings.nothing')} hint={t('closings.nothingHint')} />}
        {data && data.length > 0 && (
          <PlainTable
            label={t('closings.list')}
            heads={[{ label: t('closings.day') }, { label: t('closings.at') }, { label: t('closings.by') }]}
          >
            {data.map(({ id, until, created_at, created_by_name }) => (
              <tr key={id}>
                <th scope="row">{formats.day(until)}</th>
                <td data-whole>{formats.instant(created_at)}</td>
                <td>{created_by_name}</td>
              </tr>
            ))}
          </PlainTable>
        )}
      </Panel>
      {mayClose && isOpen && data && <CloseDialog onClose={() => setFilters({ new: undefined })} />}
    </Page>
  );
}
export default ClosingsPage;

/** The last day of the month before. */
function endOfLastMonth(): string {
  return addDays(`${companyToday().slice(0, 7)}-01`, -1);
}

/** Enter after the day moves to the button: the act cannot be undone, so that the key of the field does not start it. */
function goToButton(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.currentTarget.closest('form')!.querySelector<HTMLElement>('[type=submit]')?.focus();
}

function CloseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('accounting');
  const handle = useEntityForm({
    schema: AccountingPeriodInput,
    initial: { until: endOfLastMonth() },
    openBy: 'new',
    guardsLeaving: false,
    save: ({ body }, options) => api.accounting.closePeriod({ body }, options),
    failure: t('failed'),
    onSaved: () => {
      toast.success(t('closings.closed'));
      void queryClient.invalidateQueries({ queryKey: ['accounting'] });
      onClose();
    },
  });
  return (
    <FormDialog handle={handle} title={t('closings.close')} saveLabel={t('closings.confirm')} onClose={onClose}>
      <Wide>
        <Alert color="orange" variant="light">
          <Text size="sm">{t('closings.consequences')}</Text>
          <List size="sm" mt="xs">
            {(['documents', 'payments', 'purchases', 'movements'] as const).map((what) => (
              <List.Item key={what}>{t(`closings.refused.${what}`)}</List.Item>
            ))}
          </List>
          <Text size="sm" mt="xs">
            {t('closings.final')}
          </Text>
        </Alert>
      </Wide>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the Enter of its field */}
      <div onKeyDown={goToButton}>
        <DayField name="until" label={t('closings.day')} required />
      </div>
    </FormDialog>
  );
}
