/** Parts of the palette that load with the first typed letter. */
export { exactFirst } from './exact-first.ts';
export { offersByOtherNames } from './palette-synonyms.ts';
export { readKind } from './read-kind.ts';
