import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { loadTexts } from '../../lib/i18n/i18n.ts';
import { REOPENED, type Act } from '../../lib/offline/acts.ts';
import { readReplaceable } from '../../lib/offline/queue.ts';
import { rowFilter } from '../page/filter-fields.ts';
import { useFilters } from '../page/use-filters.ts';

const Filters = { [REOPENED]: rowFilter() };

interface Props {
  /** The screen of the acts that belong here. */
  screen: string;
  /**
   * @param act the refused act whose values the form takes over; null for a new form
   * @param close continues with a new form
   */
  children: (act: Act | null, close: () => void) => ReactNode;
}

/** Renders a form as soon as the act that the URL names has been read from the device. */
export function Reopened({ screen, children }: Props) {
  const [{ [REOPENED]: seq }, setFilters] = useFilters(Filters);
  const [found, setFound] = useState<{ seq: number; act: Act | null }>();
  useEffect(() => {
    if (seq === undefined) return;
    let isWanted = true;
    void Promise.all([readReplaceable(seq), loadTexts(['offline']).catch(() => {})]).then(([act]) => {
      if (isWanted) setFound({ seq, act: act?.screen === screen ? act : null });
    });
    return () => {
      isWanted = false;
    };
  }, [seq, screen]);
  if (seq !== undefined && found?.seq !== seq) return null;
  const act = seq === undefined ? null : found!.act;
  // Another act is another form.
  return <Fragment key={seq ?? ''}>{children(act, () => setFilters({ [REOPENED]: undefined }))}</Fragment>;
}
