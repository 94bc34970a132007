import { Alert, Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconFileSpreadsheet, IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MaterialsResult } from '@bobina/contract/production/materials.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { exportTables } from '../../../ui/export/export-rows.ts';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import classes from './materials.module.css';
import { printMaterials } from './print-materials.ts';
import { filmColumns, itemColumns, paperColumns, reelsOf, warningText } from './result-tables.tsx';
import { ResultTable } from './ResultTable.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';

type Need = MaterialsResult['carta'][number] | MaterialsResult['film'][number];

/** Shows the paper and film that the items need. Recalculates when stock or orders change. */
export function ResultsDialog({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const { t } = useTranslation('production');
  const language = useLanguage();
  const result = useQuery({
    queryKey: [...api.materials.calculate.key, ids, language],
    queryFn: ({ signal }) => api.materials.calculate({ body: { itemIds: [...ids] } }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Dialog onClose={onClose} size="72rem" title={t('materials.results')}>
      {result.data && <Results result={result.data} />}
      {!result.data && result.error && (
        <LoadFailed error={result.error} title={t('materials.calculateFailed')} onRetry={() => void result.refetch()} />
      )}
      {!result.data && !result.error && <Skeleton h={320} aria-busy aria-label={t('materials.calculating')} />}
    </Dialog>
  );
}

/** Shows how much of a need is in stock or missing, and which reels count. */
function Cover({ need }: { need: Need }) {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const unitOf = useUnit();
  if (!need.stock) return null;
  const { missing_kg } = need.stock;
  const reels = reelsOf(need, t, formats, unitOf);
  return (
    <>
      <span className={missing_kg > 0 ? classes.short : classes.enough}>
        {missing_kg > 0 ? t('materials.short', { kg: formats.number(missing_kg, 2, 2) }) : t('materials.enough')}
      </span>
      {' · '}
      {reels.length > 0 ? reels.join(' · ') : t('materials.noReels')}
    </>
  );
}

function Results({ result }: { result: MaterialsResult }) {
  const { t } = useTranslation('production');
  const { t: common } = useTranslation();
  const { t: registry } = useTranslation('registry');
  const formats = useFormats();
  const unitOf = useUnit();
  const { summary, carta, film, items } = result;
  const byId = useMemo(() => new Map(items.map((item) => [item.item_id, item])), [items]);
  const warnings = result.warnings.map((warning) => ({
    ...warning,
    text: warningText(warning, byId, (field) => registry(`product.${field}`)),
  }));
  const isBad = warnings.some(({ severity }) => severity === 'error');
  const totals = [
    [t('materials.totalPaper'), `${formats.number(summary.total_carta_kg, 2, 2)} kg`],
    [t('materials.totalFilm'), `${formats.number(summary.total_film_kg, 2, 2)} kg`],
    [t('materials.totalItems'), formats.number(summary.total_items)],
  ] as const;
  const tables = {
    paper: { title: t('materials.paper'), columns: paperColumns(t, carta), rows: carta },
    film: { title: t('materials.film'), columns: filmColumns(t, film), rows: film },
    items: { title: t('materials.details'), columns: itemColumns(t, formats, unitOf), rows: items },
  };
  const exported = [
    tables.paper,
    tables.film,
    tables.items,
    { title: t('materials.problems'), columns: [{ key: 'text', label: t('materials.problems') }], rows: warnings },
  ];
  return (
    <>
      <div className={classes.head}>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() =>
            void printMaterials({ totals, warnings: warnings.map(({ text }) => text), ...tables }, t, formats, unitOf)
          }
        >
          {common('action.print')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
          onClick={() => void exportTables(t('materials.results'), exported)}
        >
          {common('action.export')}
        </Button>
      </div>
      <dl className={classes.summary}>
        {totals.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {warnings.length > 0 && (
        <Alert
          color={isBad ? 'red' : 'yellow'}
          variant="light"
          icon={<IconAlertTriangle />}
          title={t('materials.warnings', { count: warnings.length, shown: formats.number(warnings.length) })}
        >
          <ul className={classes.warnings}>
            {warnings.map(({ item_id, code, text }, index) => (
              <li key={`${item_id}-${code}-${index}`}>{text}</li>
            ))}
          </ul>
        </Alert>
      )}
      <ResultTable
        {...tables.paper}
        rowKey={(row) => `${row.peso_carta}-${row.larghezza_bobina}`}
        below={(row) => row.stock && <Cover need={row} />}
        empty={t('materials.noPaper')}
      />
      <ResultTable
        {...tables.film}
        rowKey={(row) => `${row.spessore_film}-${row.larghezza_film}-${row.colore_film}`}
        below={(row) => row.stock && <Cover need={row} />}
        empty={t('materials.noFilm')}
      />
      <ResultTable {...tables.items} rowKey={(row) => row.item_id} empty={t('materials.empty')} />
    </>
  );
}
