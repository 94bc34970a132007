import type { Scene } from './scene.ts';
import { billing } from './scenes/billing.ts';
import { buying } from './scenes/buying.ts';
import { closing } from './scenes/closing.ts';
import { collecting } from './scenes/collecting.ts';
import { crossing } from './scenes/crossing.ts';
import { issuing } from './scenes/issuing.ts';
import { money } from './scenes/money.ts';
import { people } from './scenes/people.ts';
import { producing } from './scenes/producing.ts';
import { reels } from './scenes/reels.ts';
import { running } from './scenes/running.ts';
import { selling } from './scenes/selling.ts';
import { stock } from './scenes/stock.ts';

/** The scenes of issued documents, receivables and periods. */
export const MONEY_SCENES: readonly Scene[] = [selling, money, issuing, billing, collecting, closing];

/** The scenes of reels and of runs. */
export const CRAFT_SCENES: readonly Scene[] = [reels, running];

/** Every scene of pairs of acts. */
export const SCENES: readonly Scene[] = [buying, stock, ...MONEY_SCENES, producing, ...CRAFT_SCENES, crossing, people];
