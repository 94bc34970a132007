import { useTranslation } from 'react-i18next';
import { companyToday } from '../../../lib/company-day.ts';
import { ChoicePicker } from '../../../ui/form/Picker.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import report from '../../../ui/page/report.module.css';

/** Chooses the year of a report. */
export function YearPicker({ year, onChange }: { year: number; onChange: (year: number) => void }) {
  const { t } = useTranslation('accounting');
  return (
    <Panel>
      <div className={report.filters}>
        <ChoicePicker
          label={t('year')}
          w={140}
          clearable={false}
          value={String(year)}
          data={yearsWith(year)}
          onChange={(value) => value && onChange(Number(value))}
        />
      </div>
    </Panel>
  );
}

/** The last eleven years, the newest first, and the given one. */
function yearsWith(year: number) {
  const current = Number(companyToday().slice(0, 4));
  const years = new Set([year, ...Array.from({ length: 11 }, (_, before) => current - before)]);
  return [...years].toSorted((a, b) => b - a).map((one) => ({ value: String(one), label: String(one) }));
}
