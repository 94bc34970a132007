import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { EntityLoader } from '../../../ui/page/EntityLoader.tsx';
import { toast } from '../../../ui/toasts.ts';
import { LIST } from './calls.ts';
import { valuesOf } from './movement-form.ts';
import { MovementForm } from './MovementForm.tsx';
import { MovementSheet } from './MovementSheet.tsx';
import { isManual } from './types.tsx';

function EditMovementPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { t } = useTranslation('stock');
  const navigate = useNavigate();
  const mayWrite = useCan()('stock.write');
  const movement = useQuery(api.stockMovements.get.query({ id }));
  const onFailed = () => {
    toast.error(t('movements.loadFailed'));
    void navigate({ to: LIST, replace: true });
  };
  return (
    <EntityLoader key={id} query={movement} onFailed={onFailed}>
      {(loaded) =>
        mayWrite && isManual(loaded) ? (
          <MovementForm
            key={loaded.id}
            movement={loaded}
            initial={valuesOf(loaded)}
            save={(input, options) => api.stockMovements.update({ id, ...input }, options)}
          />
        ) : (
          <MovementSheet movement={loaded} />
        )
      }
    </EntityLoader>
  );
}
export default EditMovementPage;
