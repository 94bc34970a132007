/** The theme: the defaults of Mantine's components, and accessible names that they lack. */
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
  type DrawerFactory,
  type ExtendComponent,
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
import { themeValues } from './theme-values.ts';

export const theme = createTheme({
  ...themeValues,
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
