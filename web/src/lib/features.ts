/** The parts of the application that the company's settings switch on and off. */
import type { Feature } from '@bobina/contract/registry/company.ts';
import { storage } from './storage.ts';
import { createStore } from './store.ts';

/** Cached in local storage, so that only the first visit waits for the answer. */
const STORED_AS = 'features';
const store = createStore<readonly Feature[] | null>(read());

/** Whether the features are known; until then none counts as switched on. */
export function areFeaturesKnown(): boolean {
  return store.get() !== null;
}

/** Stores the features that the server names. */
export function rememberFeatures(features: readonly Feature[]): void {
  if (JSON.stringify(features) === JSON.stringify(store.get())) return;
  storage.write(STORED_AS, JSON.stringify(features));
  store.set(features);
}

/** Whether the feature is switched on. An absent feature counts as switched on. */
export function hasFeature(feature: Feature | undefined): boolean {
  return feature === undefined || (store.get()?.includes(feature) ?? false);
}

/** Whether the feature is switched on; renders again when the settings change. */
export function useFeature(feature: Feature): boolean {
  return store.use()?.includes(feature) ?? false;
}

function read(): readonly Feature[] | null {
  try {
    const features: unknown = JSON.parse(storage.read(STORED_AS) ?? 'null');
    return Array.isArray(features) ? (features as Feature[]) : null;
  } catch {
    return null;
  }
}
