import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  convertCssVariables,
  deepMerge,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import type * as Values from '../src/ui/theme-values.ts';

const SOURCE = path.resolve(import.meta.dirname, '../src/ui');
const STYLES = path.join(SOURCE, 'theme-variables.css');
const VALUES = path.join(SOURCE, 'theme-values.ts');
const COMPONENT = /@mantine\/core\/esm\/core\/MantineProvider\/MantineCssVariables\/MantineCssVariables\.mjs$/;

/**
 * Writes the CSS variables of the theme into `ui/theme-variables.css`. Mantine computes them on every page load, with code
 * that the page then no longer needs.
 */
export function themeVariables(): Plugin {
  return {
    name: 'theme-variables',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (id === STYLES) return variables();
      if (!COMPONENT.test(id.split(path.sep).join('/'))) return null;
      return { code: 'export function MantineCssVariables() { return null; }', moduleType: 'js' };
    },
  };
}

async function variables(): Promise<string> {
  const { themeValues, cssVariables } = (await import(pathToFileURL(VALUES).href)) as typeof Values;
  const theme = mergeMantineTheme(DEFAULT_THEME, themeValues);
  return convertCssVariables(deepMerge(defaultCssVariablesResolver(theme), cssVariables(theme)), ':root');
}
