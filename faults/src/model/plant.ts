/** The shapes of the model of reels and runs. */

/** A batch of the reel product: a reel, or a plain batch to be split. */
export interface Web {
  id: number;
  number: string;
  isReel: boolean;
  /** Kilograms. */
  quantity: bigint;
  isHeld: boolean;
  /** The mounted input. */
  on: Input | null;
  location: string | null;
  /** Counts the readings, to recognize the last one. */
  readings: number;
  loaded: bigint;
  counted: bigint;
  used: bigint;
}
/** A reel on a machine. */
export interface Input {
  id: number;
  reel: Web;
  /** Places in the sequence of acts. */
  from: number;
  until: number | null;
  used: bigint;
  /** The number of readings before the mount. */
  readingsBefore: number;
  /** The reading of its return, and the remaining quantity. */
  reading: number;
  left: bigint;
  isUndone: boolean;
}
/** A reel that a run made. */
export interface Output {
  id: number;
  reel: Web;
  quantity: bigint;
  from: number;
  to: number;
  isUndone: boolean;
}
/** A run of a machine. */
export interface Run {
  id: number;
  machine: number;
  started: number;
  isEnded: boolean;
  inputs: Input[];
  outputs: Output[];
  /** Waste that was entered has an id, the remnant of a finished reel its input. */
  wastes: { id?: number; of?: Input; kg: bigint; isGone: boolean }[];
}
/** The part of the company that works with reels. */
export interface Plant {
  product: number;
  warehouse: number;
  supplier: number;
  machines: number[];
  /** Open lines of purchase orders of 1,000 kg. */
  ordered: { order: number; line: number }[];
  webs: Web[];
  runs: Run[];
  /** The links from split and palletised batches to their sources. */
  splits: { from: Web; to: Web }[];
  /** The last recall, until it is compared: the server's answer and that of the model. */
  recall: { found: { batch_id: number; foots: boolean }[]; expected: Set<number> } | null;
  /** Place in the sequence of acts. */
  now: number;
}
