/** The screens of all areas, without the hubs, which show cards of these screens. */
import { screens as identity } from '../areas/identity/screens.ts';
import { screens as orders } from '../areas/orders/screens.ts';
import { screens as production } from '../areas/production/screens.ts';
import { screens as purchasing } from '../areas/purchasing/screens.ts';
import { screens as records } from '../areas/records/screens.ts';
import { screens as reels } from '../areas/reels/screens.ts';
import { screens as registry } from '../areas/registry/screens.ts';
import { screens as runs } from '../areas/runs/screens.ts';
import { screens as sales } from '../areas/sales/screens.ts';
import { screens as stock } from '../areas/stock/screens.ts';
import type { Screen } from '../lib/screen.ts';

/** By the name of the area, which is that of its folder. */
export const areas = {
  registry,
  records,
  purchasing,
  sales,
  stock,
  reels,
  production,
  runs,
  orders,
  identity,
};

export const areaScreens: readonly Screen[] = Object.values(areas).flat();
