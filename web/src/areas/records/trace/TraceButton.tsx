import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/session.ts';
import { LinkButton } from '../../../ui/link.tsx';

/** Leads from the page of a batch or a reel to its trace. */
export function TraceButton({ batch }: { batch: number }) {
  const { t } = useTranslation('records');
  if (!useCan()('trace.read')) return null;
  return (
    <LinkButton to={`/report/tracciabilita?batch=${batch}`} variant="default">
      {t('trace.open')}
    </LinkButton>
  );
}
