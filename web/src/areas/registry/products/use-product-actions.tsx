import { IconArchive, IconArchiveOff, IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { trackActs } from '../../../lib/api/acts.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem, problemText } from '../../../lib/api/problem.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useCan } from '../../../lib/session.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import type { RowAction } from '../../../ui/table/RowMenu.tsx';
import { toast } from '../../../ui/toasts.ts';
import type { ProductRow } from './columns.tsx';

const ICON = 17;

/** Returns the row actions of a product: edit, duplicate, archive or activate, delete. */
export function useProductActions(): (product: ProductRow) => RowAction[] {
  const { t } = useTranslation('registry');
  const { t: common } = useTranslation('common');
  const navigate = useNavigate();
  const can = useCan();

  const flipStatus = async ({ id, code, status, version }: ProductRow) => {
    const isActive = status === 'active';
    const words = isActive ? ('archive' as const) : ('activate' as const);
    if (
      !(await confirm({
        title: t(`products.${words}`),
        message: t(`products.${words}Confirm`, { code }),
        confirmLabel: t(`products.${words}`),
      }))
    )
      return;
    try {
      await api.products.setStatus({ id, body: { status: isActive ? 'inactive' : 'active' }, version });
      toast.success(t(`products.${words}d`));
    } catch (error) {
      toast.error(explain(error, t('products.archiveFailed')));
    }
    await refresh();
  };

  const remove = async ({ id, code, description }: ProductRow) => {
    const message = (
      <>
        {t('products.deleteConfirm')}
        <br />
        <strong>{code}</strong> · {description}
      </>
    );
    if (
      !(await confirm({ title: common('action.delete'), message, confirmLabel: common('action.delete'), danger: true }))
    )
      return;
    try {
      const acts = trackActs();
      await api.products.remove({ id }, acts.options);
      toast.success(t('products.deleted'), acts);
    } catch (error) {
      toast.error(explain(error, t('products.deleteFailed')), error);
    }
    await refresh();
  };

  if (!can('products.write')) return () => [];
  return (product) => {
    const isActive = product.status === 'active';
    return [
      {
        label: common('action.edit'),
        icon: <IconPencil size={ICON} />,
        onClick: () => void navigate({ to: `/anagrafica/prodotti/${product.id}` }),
      },
      {
        label: t('products.duplicate'),
        icon: <IconCopy size={ICON} />,
        onClick: () => void navigate({ to: '/anagrafica/prodotti/nuovo', search: { from: product.id } as never }),
      },
      {
        label: t(isActive ? 'products.archive' : 'products.activate'),
        icon: isActive ? <IconArchive size={ICON} /> : <IconArchiveOff size={ICON} />,
        onClick: () => void flipStatus(product),
      },
      {
        label: common('action.delete'),
        icon: <IconTrash size={ICON} />,
        onClick: () => void remove(product),
        danger: true,
      },
    ];
  };
}

function refresh() {
  return queryClient.invalidateQueries({ queryKey: ['products'] });
}

/** Returns the message of a failure, with the server's reason for a conflict (409). */
function explain(error: unknown, fallback: string) {
  return error instanceof ApiProblem && error.status === 409 ? `${fallback}: ${problemText(error, '')}` : fallback;
}
