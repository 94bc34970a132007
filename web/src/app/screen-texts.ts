/** What the areas write about their screens in `guide/{it,fr,en}.json`: the keys of titles and cards. */
import type identity from '../areas/identity/guide/it.json';
import type orders from '../areas/orders/guide/it.json';
import type production from '../areas/production/guide/it.json';
import type purchasing from '../areas/purchasing/guide/it.json';
import type records from '../areas/records/guide/it.json';
import type registry from '../areas/registry/guide/it.json';
import type sales from '../areas/sales/guide/it.json';
import type stock from '../areas/stock/guide/it.json';
import type pages from './pages/guide/it.json';

type Described = typeof identity &
  typeof orders &
  typeof production &
  typeof purchasing &
  typeof records &
  typeof registry &
  typeof sales &
  typeof stock &
  typeof pages;

/** The titles of the screens by their key. */
export type ScreenTitles = Record<keyof Described, string>;

/** The sentences of the cards by the key of the screen. */
export type CardTexts = {
  [Name in keyof Described as Described[Name] extends { card: string } ? Name : never]: string;
};
