import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { FormSection, Wide } from '../../../ui/form/FormSection.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import classes from './company.module.css';
import { COMPANY_SECTIONS, type CompanyRow } from './company-sections.ts';

/** The company register for those who may only read it. */
export function CompanyView({ company }: { company: CompanyRow }) {
  const { t } = useTranslation('registry');
  const formats = useFormats();
  return (
    <Page subtitle={`${t('company.subtitle')}. ${t('company.readOnly')}`}>
      {(['identity', 'seat', 'bankData', 'fiscal'] as const).map((section) => (
        <FormSection key={section} title={t(`company.${section}`)} open>
          {section === 'identity' && company.logo && (
            <Wide>
              <img src={company.logo} alt={t('company.logoAlt')} className={classes.logo} />
            </Wide>
          )}
          <Wide>
            <dl className={classes.facts}>
              {COMPANY_SECTIONS[section].map((name) => (
                <div key={name}>
                  <Text component="dt" size="sm" c="dimmed">
                    {t(`companyField.${name}`)}
                  </Text>
                  <Text component="dd" className={classes.value!}>
                    {formats.text(company[name])}
                  </Text>
                </div>
              ))}
            </dl>
          </Wide>
        </FormSection>
      ))}
    </Page>
  );
}
