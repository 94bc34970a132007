/** Colours, sizes and the names of things that Mantine leaves nameless. Every pair of colours meets WCAG AA. */
import {
  ActionIcon,
  Badge,
  Button,
  createTheme,
  defaultVariantColorsResolver,
  Input,
  InputWrapper,
  Loader,
  Menu,
  MenuDropdown,
  Modal,
  Drawer,
  Notification,
  Paper,
  Popover,
  Select,
  Tooltip,
  type CSSVariablesResolver,
  type MantineColorsTuple,
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
/** Mantine's greys with a breath of the petrol: 7 is the sheet, 6 fields and buttons, 4 lines. */
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
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 7 },
  colors: { petrol, dark },
  fontFamily: FONT,
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: { fontWeight: '700' },
  // Mantine's light and subtle colours fail contrast in some shades: these do not.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    if (input.variant !== 'light' && input.variant !== 'subtle' && input.variant !== 'outline') return colors;
    const name = input.color ?? 'petrol';
    return { ...colors, color: `var(--bobina-on-light-${name.split('.')[0]}, ${colors.color})` };
  },
  components: {
    Badge: Badge.extend({
      defaultProps: { tt: 'none', variant: 'light', radius: 'xl' },
      styles: { root: { fontWeight: 600, letterSpacing: 0 } },
    }),
    Button: Button.extend({ defaultProps: { fw: 600 } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle' } }),
    Input: Input.extend({ defaultProps: { size: 'sm' } }),
    InputWrapper: InputWrapper.extend({
      styles: { label: { fontWeight: 600, marginBottom: 4 }, error: { fontSize: 'var(--mantine-font-size-sm)' } },
    }),
    Select: Select.extend({
      defaultProps: {
        checkIconPosition: 'right',
        rightSection: createElement(IconSelector, { size: 16, 'aria-hidden': true }),
        rightSectionPointerEvents: 'none',
      },
    }),
    Menu: Menu.extend({
      defaultProps: { shadow: 'md', withinPortal: true, position: 'bottom-end', withInitialFocusPlaceholder: false },
    }),
    MenuDropdown: MenuDropdown.extend({ defaultProps: { onKeyDown: leaveByTab } }),
    Popover: Popover.extend({ defaultProps: { shadow: 'md' } }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        attributes: { header: { role: 'none' } },
        overlayProps: { backgroundOpacity: 0.45, blur: 2 },
        radius: 'lg',
      },
      styles: { title: { fontWeight: 700, fontSize: 'var(--mantine-font-size-lg)' } },
    }),
    Drawer: Drawer.extend({
      defaultProps: { attributes: { header: { role: 'none' } }, overlayProps: { backgroundOpacity: 0.45, blur: 2 } },
    }),
    Notification: Notification.extend({ defaultProps: { withBorder: true, radius: 'md' } }),
    Paper: Paper.extend({ defaultProps: { withBorder: true, radius: 'lg' } }),
    Tooltip: Tooltip.extend({
      defaultProps: {
        multiline: true,
        maw: 420,
        withArrow: true,
        events: { hover: true, focus: true, touch: true },
        openDelay: 150,
      },
    }),
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

export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--bobina-header': '56px' },
  light: {
    '--mantine-color-dimmed': '#55606a',
    '--mantine-color-placeholder': '#66717b',
    '--mantine-color-error': '#b3191f',
    '--mantine-color-anchor': '#0f5d64',
    '--mantine-color-body': '#ffffff',
    '--bobina-page': '#f7f9fa',
    '--bobina-hover': '#f0f6f6',
    '--bobina-flash': '#c9eef0',
    '--bobina-line': '#e1e6ea',
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
    '--bobina-flash': '#1c5157',
    '--bobina-line': '#343b42',
    ...named(onDark),
  },
});
