/** Colours, sizes and accessible names that Mantine's components lack. Every colour pair meets WCAG AA. */
import {
  ActionIcon,
  Badge,
  Button,
  createTheme,
  defaultVariantColorsResolver,
  Input,
  InputWrapper,
  Loader,
  Notification,
  Paper,
  type CSSVariablesResolver,
  type DrawerFactory,
  type ExtendComponent,
  type MantineColorsTuple,
  type MenuDropdownProps,
  type MenuFactory,
  type ModalFactory,
  type PopoverFactory,
  type SelectFactory,
  type TooltipFactory,
} from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { createElement } from 'react';
import { leaveByTab } from './menu-keys.ts';

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

export const theme = createTheme({
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
  // Some shades of Mantine's light and subtle variants fail the contrast requirement; these variables replace them.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    if (input.variant !== 'light' && input.variant !== 'subtle' && input.variant !== 'outline') return colors;
    const name = input.color ?? 'petrol';
    const color = `var(--bobina-on-light-${name.split('.')[0]}, ${colors.color})`;
    if (input.variant !== 'light') return { ...colors, color };
    const base = `var(--mantine-color-${name.split('.')[0]}-5, ${colors.color})`;
    const tint = (percent: number) => `color-mix(in srgb, ${base} ${percent}%, var(--mantine-color-body))`;
    return { ...colors, color, background: tint(14), hover: tint(22) };
  },
  // Plain objects configure the components that the first screen may not need: their `extend` would import them.
  components: {
    Badge: Badge.extend({
      defaultProps: { tt: 'none', variant: 'light', radius: 'sm' },
      // A text that is wider than its column wraps: cut off, it could not be read at all.
      styles: {
        root: {
          fontWeight: 550,
          fontSize: '0.75rem',
          letterSpacing: 0,
          paddingInline: 7,
          height: 'auto',
          minHeight: 'var(--badge-height)',
          lineHeight: 1.35,
        },
        label: { whiteSpace: 'normal', overflowWrap: 'anywhere' },
      },
    }),
    Button: Button.extend({ defaultProps: { fw: 550 } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle' } }),
    Input: Input.extend({ defaultProps: { size: 'sm' } }),
    InputWrapper: InputWrapper.extend({
      // The description is below the input, so that the inputs of a row are aligned.
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      styles: {
        label: { fontWeight: 500, fontSize: 'var(--mantine-font-size-sm)', marginBottom: 3 },
        error: { fontSize: 'var(--mantine-font-size-sm)' },
      },
    }),
    Select: {
      defaultProps: {
        checkIconPosition: 'right',
        rightSection: createElement(IconSelector, { size: 16, 'aria-hidden': true }),
        rightSectionPointerEvents: 'none',
      },
    } satisfies ExtendComponent<SelectFactory>,
    Menu: {
      defaultProps: { shadow: 'md', withinPortal: true, position: 'bottom-end', withInitialFocusPlaceholder: false },
    } satisfies ExtendComponent<MenuFactory>,
    MenuDropdown: { defaultProps: { onKeyDown: leaveByTab } satisfies MenuDropdownProps },
    Popover: { defaultProps: { shadow: 'md' } } satisfies ExtendComponent<PopoverFactory>,
    Modal: {
      defaultProps: {
        centered: true,
        attributes: { header: { role: 'none' } },
        overlayProps: { backgroundOpacity: 0.4 },
        radius: 'lg',
        shadow: 'lg',
      },
      styles: { title: { fontWeight: 650, fontSize: 'var(--mantine-font-size-lg)' } },
    } satisfies ExtendComponent<ModalFactory>,
    Drawer: {
      defaultProps: { attributes: { header: { role: 'none' } }, overlayProps: { backgroundOpacity: 0.4 } },
    } satisfies ExtendComponent<DrawerFactory>,
    Notification: Notification.extend({ defaultProps: { withBorder: true, radius: 'md' } }),
    Paper: Paper.extend({ defaultProps: { withBorder: true, radius: 'lg' } }),
    Tooltip: {
      defaultProps: {
        multiline: true,
        maw: 420,
        withArrow: true,
        events: { hover: true, focus: true, touch: true },
        openDelay: 150,
      },
    } satisfies ExtendComponent<TooltipFactory>,
    Loader: Loader.extend({ defaultProps: { type: 'dots' } }),
  },
});

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
