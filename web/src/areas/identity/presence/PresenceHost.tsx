import { Suspense, useEffect } from 'react';
import { prepared } from '../../../ui/prepared.tsx';
import { presenceAsked } from './with-presence.ts';

const PresenceDialog = prepared(() => import('./PresenceDialog.tsx'));

/** Shows the question of `withPresence`. Leaving the screen answers it with a refusal. */
export function PresenceHost() {
  const asked = presenceAsked.use();
  useEffect(() => () => presenceAsked.get()?.answer(false), []);
  return (
    asked && (
      <Suspense>
        <PresenceDialog {...asked} />
      </Suspense>
    )
  );
}
