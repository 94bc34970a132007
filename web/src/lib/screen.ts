/** What a screen is. Each area lists its own in its `screens.ts`; `app/screens.ts` puts them together. */
import {
  can,
  mayEnter,
  type Capability,
  type Card,
  type Role,
  type RoutePermission,
} from '@bobina/contract/core/permissions.ts';
import type { CustomTypeOptions } from 'i18next';
import type { ComponentType } from 'react';

type Texts = CustomTypeOptions['resources'];

export interface Screen {
  /** As in the address; `$id` is a parameter. Its parents by path are its breadcrumbs. */
  path: string;
  /** What the role needs; `public` for the sign-in page alone. */
  needs: RoutePermission | 'public';
  /**
   * What its first calls need. A role with the route's permission but without this capability sees the refusal in
   * place of the page. Null where the page calls nothing that a role could be refused.
   */
  capability: Capability | null;
  /** Key of `screens` in the texts of the shell. */
  title: keyof Texts['app']['screens'];
  page: () => Promise<{ default: ComponentType }>;
  /** The areas whose texts it shows. */
  texts: readonly Exclude<keyof Texts, 'common' | 'app'>[];
  /** Found by Ctrl-K. Forms of one row are not. */
  isFound?: boolean;
  /** Offered only to the roles of this card, in the palette as on its hub. */
  card?: Card;
}

/** Whether the page itself may be drawn for a role that has the permission of the route. */
export function hasCapability({ capability }: Pick<Screen, 'capability'>, role: Role): boolean {
  return capability === null || can(role, capability);
}

/** Whether a signed-in user of this role gets to the page: neither redirected nor refused. */
export function mayOpen({ needs, capability }: Pick<Screen, 'needs' | 'capability'>, role: Role): boolean {
  return needs !== 'public' && mayEnter(role, needs) && hasCapability({ capability }, role);
}
