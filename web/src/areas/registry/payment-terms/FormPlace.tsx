import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../ui/page/Panel.tsx';
import classes from './form-place.module.css';

/**
 * The outline of the form while its code loads: inert fields in the same grid. It has the height of the form at every
 * width, so that the list below does not move.
 */
export function FormPlace() {
  const { t } = useTranslation('registry');
  return (
    <div className={classes.form} aria-busy aria-hidden inert>
      <Panel>
        <div className={classes.fields}>
          <TextInput label={t('term.descrizione')} className={classes.wide} />
          <TextInput label={t('term.giorni_differita')} />
          <TextInput label={t('term.giorno_fisso_scadenza')} description={t('term.giorno_fissoHint')} />
          <span className={classes.check} />
          <div className={`${classes.wide} ${classes.instalments}`}>
            <span className={classes.title}>{t('term.instalments')}</span>
            <span className={classes.hint}>{t('terms.instalmentsHint')}</span>
            <Button variant="default" size="xs">
              {t('terms.addInstalment')}
            </Button>
          </div>
          <div className={`${classes.wide} ${classes.end}`}>
            <Button>{t('terms.add')}</Button>
          </div>
        </div>
      </Panel>
    </div>
  );
}
