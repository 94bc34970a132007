import path from 'node:path';
import type { Plugin } from 'vite';

const SCROLL_AREA = /@mantine\/core\/esm\/components\/ScrollArea\/ScrollArea\.mjs$/;
const BOX = '../../core/Box/Box.mjs';

/**
 * Replaces Mantine's ScrollArea, which the options of a Select import, by an element that the browser scrolls. Its own
 * scroll bars are 4 kB of compressed code in every first load.
 */
export function nativeScroll(): Plugin {
  return {
    name: 'native-scroll',
    apply: 'build',
    load(id) {
      if (!SCROLL_AREA.test(id.split(path.sep).join('/'))) return null;
      return {
        code: `
          import { createElement } from 'react';
          import { Box } from '${BOX}';
          function Scroll({ type, scrollbarSize, offsetScrollbars, ...props }) {
            return createElement(Box, { ...props, style: { overflowY: 'auto' } });
          }
          export const ScrollAreaAutosize = Scroll;
          export const ScrollArea = Object.assign(Scroll, { Autosize: Scroll });`,
        moduleType: 'js',
      };
    },
  };
}
