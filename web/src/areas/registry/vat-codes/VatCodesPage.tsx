import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { VatCode } from '@bobina/contract/registry/terms.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { deferred } from '../../../ui/deferred.tsx';
import { placeOf } from '../../../ui/link.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { listFilters, openedFilter } from '../../../ui/page/filter-fields.ts';
import { useFilters } from '../../../ui/page/use-filters.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { useHere } from '../shared/filters.ts';
import { editAction } from '../../../ui/table/row-actions.tsx';

const VatCodeDialog = deferred(async () => (await import('./VatCodeDialog.tsx')).VatCodeDialog);

const Filters = { ...listFilters, edit: openedFilter() };

/** The fields of a VAT code that the list reads besides those of its columns. */
const ROW = ['id', 'version', 'code'] as const;
type VatCodeRow = Pick<VatCode, (typeof ROW)[number]>;
const column = columnsOf<VatCode>();

/** Shows the list of VAT codes. */
function VatCodesPage() {
  const { t } = useTranslation('registry');
  const formats = useFormats();
  const navigate = useNavigate();
  const here = useHere();
  const [{ q = '', sort = 'code', edit }, setFilters] = useFilters(Filters);
  const mayWrite = useCan()('vat_codes.write');
  const columns = useMemo<Column<VatCode>[]>(
    () => [
      { key: 'code', label: t('vatCode.code'), width: 'minmax(6rem, 1fr)', priority: 1 },
      column(['rate'], {
        key: 'rate',
        label: t('vatCode.rate'),
        kind: 'number',
        cell: ({ rate }) => formats.percent(rate),
        width: '7rem',
        priority: 1,
      }),
      { key: 'natura', label: t('vatCode.natura'), width: 'minmax(6rem, 1fr)', priority: 2 },
      { key: 'description', label: t('vatCode.description'), width: 'minmax(10rem, 4fr)', priority: 2 },
    ],
    [t, formats],
  );
  const pathOf = ({ id }: VatCodeRow) => here({ edit: id });
  return (
    <>
      <ListPage<VatCode, VatCodeRow>
        call={api.vatCodes.list}
        rowFields={ROW}
        query={{ q }}
        columns={columns}
        sort={sort}
        onSort={(next) => setFilters({ sort: next })}
        countLabel={(count, shown) => t('vatCodes.count', { count, shown })}
        search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('vatCodes.search') }}
        isFiltered={q !== ''}
        onClearFilters={() => setFilters({ q: '' })}
        rowName={({ code }) => code}
        {...(mayWrite && {
          href: pathOf,
          actions: (row: VatCodeRow) => [editAction(() => void navigate(placeOf(pathOf(row))))],
        })}
        create={mayWrite ? { label: t('vatCodes.add'), to: here({ edit: 'new' }) } : undefined}
        empty={{
          title: t('vatCodes.empty'),
          hint: t('vatCodes.emptyHint'),
        }}
      />
      {mayWrite && edit !== undefined && (
        <VatCodeDialog key={edit} id={edit} onClose={() => setFilters({ edit: undefined })} />
      )}
    </>
  );
}
export default VatCodesPage;
