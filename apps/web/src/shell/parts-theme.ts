import { createTheme, defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core'
import floating from '../ui/dialog/floating.module.css'

/**
 * The `color` prop is a meaning: `<Badge color="stop">`. The variant `light` is a tint with colored text, any other variant the solid color. The
 * color `none` is for states that need no attention.
 */
const meaningColors: VariantColorsResolver = (input) => {
  const { color, variant } = input
  if (color === 'none') return { background: 'var(--sunk)', hover: 'var(--sunk)', color: 'var(--ink-2)', border: 'none' }
  if (!/^(action|done|attention|stop|info)$/.test(color ?? '')) return defaultVariantColorsResolver(input)
  const [background, text] =
    variant === 'light' ? [`var(--${color}-tint)`, `var(--${color}-text)`] : [`var(--${color})`, `var(--on-${color})`]
  return { background, hover: background, color: text, border: 'none' }
}

/** Theme of the components that the sign-in page doesn't use. It is separate from the main theme, so that the sign-in page loads less code. */
export const partsTheme = createTheme({
  variantColorResolver: meaningColors,
  components: {
    Menu: { defaultProps: { withInitialFocusPlaceholder: false }, classNames: { dropdown: floating.float, item: floating.item } },
    Popover: { classNames: { dropdown: floating.float } },
    Combobox: { classNames: { dropdown: floating.float, option: floating.option } },
    Modal: { classNames: { overlay: floating.scrim, content: floating.dialog, title: floating.title } },
    Drawer: { classNames: { overlay: floating.scrim, title: floating.title } },
    Checkbox: { classNames: { input: floating.box } },
    Switch: { classNames: { track: floating.track } },
    Badge: { defaultProps: { variant: 'light', radius: 'xs', color: 'none' } },
    Paper: { defaultProps: { radius: 'md' }, vars: () => ({ root: { '--paper-border-color': 'var(--hairline)' } }) },
    Divider: { defaultProps: { color: 'var(--hairline)' } },
  },
})
