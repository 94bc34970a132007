/** Definition of a screen. Each area lists its screens in `screens.ts`; `app/screens.ts` combines the lists. */
import {
  mayEnter,
  roleCan,
  type Capability,
  type Card,
  type Role,
  type RoutePermission,
} from '@bobina/contract/core/permissions.ts';
import type { Feature } from '@bobina/contract/registry/company.ts';
import type { CustomTypeOptions } from 'i18next';
import type { ComponentType } from 'react';
import { hasFeature } from './features.ts';

type Texts = CustomTypeOptions['resources'];

export interface Screen {
  /** The URL path; `$id` is a parameter. Parent paths become the breadcrumbs. */
  path: string;
  /** The required permission; `public` for the sign-in page only. */
  needs: RoutePermission | 'public';
  /**
   * The capability that the page's first calls require. A role that has the route's permission but lacks this
   * capability sees the refusal instead of the page. Null if no role is refused.
   */
  capability: Capability | null;
  /** Its key in the area's `guide/{it,fr,en}.json`, which holds the title. */
  title: keyof Texts['app']['screens'];
  page: () => Promise<{ default: ComponentType }>;
  /** The areas whose texts the screen shows. */
  texts: readonly Exclude<keyof Texts, 'common' | 'app' | 'offline'>[];
  /** Whether Ctrl-K finds the screen. False for forms of one row. */
  isFound?: boolean;
  /** Limits the screen to the roles of this card, in the palette and on its hub. */
  card?: Card;
  /** False for a screen that its hub shows no card of. */
  hasCard?: false;
  /** The screen exists only while the settings switch this feature on. */
  feature?: Feature;
}

/** Whether a path is that of a form for a new record below its list, such as `/operazioni/movimenti/nuovo`. */
export function isNewForm(path: string): boolean {
  return /\/nuov[ao]$/.test(path);
}

/** Whether the role has the capability that the page requires. Assumes that the route permits the role. */
export function hasCapability({ capability }: Pick<Screen, 'capability'>, role: Role): boolean {
  return capability === null || roleCan(role, capability);
}

/** Whether a signed-in user of this role can open the page, without a redirect or a refusal. */
export function mayOpen(
  { needs, capability, feature }: Pick<Screen, 'needs' | 'capability' | 'feature'>,
  role: Role,
): boolean {
  return needs !== 'public' && mayEnter(role, needs) && hasCapability({ capability }, role) && hasFeature(feature);
}
