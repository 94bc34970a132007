import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { emptyMovement } from './movement-form.ts';
import { MovementForm } from './MovementForm.tsx';

function NewMovementPage() {
  const [initial] = useState(emptyMovement);
  return <MovementForm initial={initial} save={(input, options) => api.stockMovements.create(input, options)} />;
}
export default NewMovementPage;
