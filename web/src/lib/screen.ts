/** What a screen is. Each area lists its own in its `screens.ts`; `app/screens.ts` puts them together. */
import type { Card, RoutePermission } from '@bobina/contract/core/permissions.ts';
import type { CustomTypeOptions } from 'i18next';
import type { ComponentType } from 'react';

type Texts = CustomTypeOptions['resources'];

export interface Screen {
  /** As in the address; `$id` is a parameter. Its parents by path are its breadcrumbs. */
  path: string;
  /** What the role needs; `public` for the sign-in page alone. */
  needs: RoutePermission | 'public';
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
