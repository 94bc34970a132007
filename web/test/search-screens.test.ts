import { describe, expect, test } from 'vitest';
import { ROLES } from '@bobina/contract/core/permissions.ts';
import { addressFor, SEARCH_SCREENS } from '@bobina/contract/system/search-screens.ts';
import { SEARCH_KINDS } from '@bobina/contract/system/search.ts';
import { FEATURES } from '@bobina/contract/registry/company.ts';
import { rememberFeatures } from '../src/lib/features.ts';
import { mayOpenPath, screens } from '../src/app/screens.ts';

const FOUND = { id: 7, code: 'A-1', label: 'Uno', detail: 'B-2', line: 9 };

// Screens of a feature that is switched off cannot be opened.
rememberFeatures([...FEATURES]);

describe('the screens of search results', () => {
  for (const kind of SEARCH_KINDS)
    test(`${kind}: each exists, with the permissions that the server checks`, () => {
      for (const { screen: path, needs, capability } of SEARCH_SCREENS[kind]) {
        const screen = screens.find((one) => one.path === path);
        expect(screen && { needs: screen.needs, capability: screen.capability }).toEqual({ needs, capability });
      }
      for (const role of ROLES) {
        const screen = SEARCH_SCREENS[kind].find(({ screen: path }) => mayOpenPath(path, role));
        expect(addressFor(role, kind, FOUND)).toBe(screen?.address(FOUND) ?? null);
      }
    });
});
