/** The colours and sizes of the theme, without components: the build computes its CSS variables from them. Every colour pair meets WCAG AA. */
import type { CSSVariablesResolver, MantineColorsTuple, MantineThemeOverride } from '@mantine/core';

const petrol: MantineColorsTuple = [
  '#ecf7f7',
  '#d7ebec',
  '#add7d9',
  '#80c1c5',
  '#59adb2',
  '#3a989e',
  '#258188',
  '#13656c',
  '#0d5258',
  '#073e43',
];
/** Mantine's greys, tinted with petrol: 7 is the background, 6 fields and buttons, 4 borders. */
const dark: MantineColorsTuple = [
  '#dfe3e6',
  '#c3c9cf',
  '#a9b2ba',
  '#808b95',
  '#434c54',
  '#343b42',
  '#252b30',
  '#1b1f23',
  '#14171a',
  '#0f1214',
];
const FONT = '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';

export const themeValues = {
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 7 },
  colors: { petrol, dark },
  fontFamily: FONT,
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '32px' },
  fontSizes: { xs: '0.75rem', sm: '0.84375rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  shadows: {
    sm: '0 1px 3px rgb(15 30 36 / 0.08)',
    md: '0 6px 20px rgb(15 30 36 / 0.12), 0 1px 4px rgb(15 30 36 / 0.06)',
    lg: '0 12px 36px rgb(15 30 36 / 0.16), 0 2px 8px rgb(15 30 36 / 0.08)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: { fontWeight: '650' },
} satisfies MantineThemeOverride;

const onLight = {
  petrol: '#0d5258',
  teal: '#065f4b',
  green: '#1d6b2f',
  red: '#a11d1d',
  yellow: '#6f4a00',
  orange: '#8a3b00',
  blue: '#124c8c',
  gray: '#40474e',
  grape: '#7a2391',
};
const onDark = {
  petrol: '#7fd0d6',
  teal: '#63e0b8',
  green: '#8ce09b',
  red: '#ffa3a3',
  yellow: '#ffd866',
  orange: '#ffb27a',
  blue: '#8cc2ff',
  gray: '#c3c9cf',
  grape: '#e6a4f5',
};
function named(colors: Record<string, string>) {
  return Object.fromEntries(Object.entries(colors).map(([name, value]) => [`--bobina-on-light-${name}`, value]));
}

/** The CSS variables of the theme, for both colour schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#1a2226',
    '--mantine-color-default-color': '#1a2226',
    '--mantine-color-dimmed': '#56616b',
    '--mantine-color-placeholder': '#66717b',
    '--mantine-color-error': '#b3191f',
    '--mantine-color-anchor': '#0f5d64',
    '--mantine-color-body': '#ffffff',
    '--bobina-page': '#f6f8f9',
    '--bobina-hover': '#f1f6f6',
    '--bobina-here': '#e3f0f1',
    '--bobina-flash': '#c9eef0',
    '--bobina-line': '#e3e8eb',
    ...named(onLight),
  },
  dark: {
    '--mantine-color-text': '#dfe3e6',
    '--mantine-color-dimmed': '#a9b2ba',
    '--mantine-color-placeholder': '#98a2ab',
    '--mantine-color-error': '#ff9a9a',
    '--mantine-color-anchor': '#7fd0d6',
    '--mantine-color-body': '#1b1f23',
    '--bobina-page': '#14171a',
    '--bobina-hover': '#23292e',
    '--bobina-here': '#12393d',
    '--bobina-flash': '#1c5157',
    '--bobina-line': '#2e353b',
    ...named(onDark),
  },
});
