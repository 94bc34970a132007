import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { Refused } from '../../../ui/page/Refused.tsx';
import { emptyMovement } from './movement-form.ts';
import { MovementForm } from './MovementForm.tsx';

const NewMovementPage = () => {
  const [initial] = useState(emptyMovement);
  if (!useCan()('stock.write')) return <Refused />;
  return <MovementForm initial={initial} save={(input, options) => api.stockMovements.create(input, options)} />;
};
export default NewMovementPage;
