import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Dashboard, FirstStep } from '@bobina/contract/system/dashboard.ts';
import { FigureLink } from './FigureLink.tsx';
import classes from './home.module.css';

const SCREENS: Record<FirstStep, string> = {
  company: '/anagrafica/azienda',
  vat_codes: '/anagrafica/codici-iva?edit=new',
  default_vat_code: '/anagrafica/impostazioni',
  warehouses: '/anagrafica/magazzini/nuovo',
  products: '/anagrafica/prodotti/nuovo',
  customers: '/anagrafica/clienti?edit=new',
  orders: '/ordiniclienti/inserimento-ordine?edit=new',
};

/** The steps of a new company before its first order, with their state. */
export function FirstSteps({ steps }: { steps: NonNullable<Dashboard['first_steps']> }) {
  const { t } = useTranslation('home');
  return (
    <div className={classes.steps}>
      <h3 className={classes.title}>{t('steps.title')}</h3>
      <p className={classes.note}>{t('steps.text')}</p>
      <ol>
        {steps.map(({ step, is_done }) => (
          <li key={step} data-done={is_done || undefined}>
            {is_done ? <IconCircleCheckFilled size={20} aria-hidden /> : <IconCircle size={20} aria-hidden />}
            {is_done ? (
              <span>{t(`steps.${step}`)}</span>
            ) : (
              <FigureLink to={SCREENS[step]}>{t(`steps.${step}`)}</FigureLink>
            )}
            <span className="visually-hidden">{is_done ? t('steps.done') : t('steps.todo')}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
