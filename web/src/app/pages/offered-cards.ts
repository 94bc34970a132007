import { isOffered, type Role } from '@bobina/contract/core/permissions.ts';
import { CARDS_OF, type CardDefinition } from './cards.ts';

export type Hub = keyof typeof CARDS_OF;

/** The cards of a hub that are offered to the role and whose screen the role may open, in the hub's order. */
export function offeredCards(hub: Hub, role: Role, mayOpen: (path: string) => boolean): CardDefinition[] {
  const definitions: readonly CardDefinition[] = CARDS_OF[hub];
  return definitions.filter(({ to, card }) => mayOpen(to) && (!card || isOffered(role, card)));
}
