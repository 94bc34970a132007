import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { EntityLoader } from '../../../ui/page/EntityLoader.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import type { CompanyRow } from './company-sections.ts';
import { CompanyForm } from './CompanyForm.tsx';
import { CompanyView } from './CompanyView.tsx';

/** The company register: a form for who keeps it, a sheet to read for the others. */
function CompanyPage() {
  const { t } = useTranslation('registry');
  const company = useQuery(api.company.get.query());
  const mayWrite = useCan()('company.write');
  if (company.error && !company.data) {
    return (
      <Page>
        <LoadFailed error={company.error} onRetry={() => void company.refetch()} title={t('company.loadFailed')} />
      </Page>
    );
  }
  if (!mayWrite && company.data) return <CompanyView company={company.data as CompanyRow} />;
  return (
    <EntityLoader query={company} onFailed={() => {}}>
      {(loaded) => <CompanyForm company={loaded} />}
    </EntityLoader>
  );
}
export default CompanyPage;
