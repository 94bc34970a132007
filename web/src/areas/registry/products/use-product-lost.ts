import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../ui/toasts.ts';

/** A product that cannot be read: said, and back to the list. */
export function useProductLost(): () => void {
  const { t } = useTranslation('registry');
  const navigate = useNavigate();
  return () => {
    toast.error(t('products.loadFailed'));
    void navigate({ to: '/anagrafica/prodotti', replace: true });
  };
}
