import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../ui/toasts.ts';

/** Returns a function that reports an unreadable product and returns to the list. */
export function useProductLost(): () => void {
  const { t } = useTranslation('registry');
  const navigate = useNavigate();
  return () => {
    toast.error(t('products.loadFailed'));
    void navigate({ to: '/anagrafica/prodotti', replace: true });
  };
}
