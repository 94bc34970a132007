import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import type { State } from './filters.ts';
import classes from './scheduling.module.css';

const STATS = {
  total: {},
  to_produce: { production_status: 'da_produrre' },
  partial: { scheduling_status: 'parzialmente_programmato' },
  urgent: { item_priority: 'alta' },
} as const satisfies Record<string, Partial<State>>;
type Name = keyof typeof STATS;
const NAMES = Object.keys(STATS) as Name[];
const NOTHING = { production_status: undefined, scheduling_status: undefined, item_priority: undefined };

export function StatCards({ state, setState }: { state: State; setState: (change: Partial<State>) => void }) {
  const { t } = useTranslation('production');
  const isShown = (name: Name) =>
    Object.entries({ ...NOTHING, ...STATS[name] }).every(([key, value]) => state[key as keyof State] === value);
  return (
    <section className={classes.stats} aria-label={t('scheduling.stats')}>
      {NAMES.map((name) => (
        <Stat
          key={name}
          name={name}
          isShown={isShown(name)}
          onShow={() => setState({ ...NOTHING, ...STATS[name], view: undefined })}
        />
      ))}
    </section>
  );
}

/** How many open items there are of a kind; pressed, the list shows those. */
function Stat({ name, isShown, onShow }: { name: Name; isShown: boolean; onShow: () => void }) {
  const { t } = useTranslation('production');
  const formats = useFormats();
  // Counted by the server: one row is asked for, the total comes with it.
  const { data } = useQuery(api.productionItems.priorities.query({ query: { ...STATS[name], limit: 1 } }));
  return (
    <button type="button" className={classes.stat} data-stat={name} aria-pressed={isShown} onClick={onShow}>
      <span className={classes.term}>{t(`scheduling.stat.${name}`)}</span>
      <span className={classes.figure}>{formats.number(data?.total)}</span>
    </button>
  );
}
