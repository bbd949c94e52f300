import { Button, type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import field from './ui/field/field.module.css'
import button from './ui/text/button.module.css'

/** The ten shades of a ramp in styles/tokens.css, the only place that defines colors. */
function ramp(name: string): MantineColorsTuple {
  const shade = (n: number) => `var(--${name}-${n})`
  return [shade(0), shade(1), shade(2), shade(3), shade(4), shade(5), shade(6), shade(7), shade(8), shade(9)]
}

const inField = {
  root: field.field,
  label: field.label,
  description: field.hint,
  error: field.error,
  wrapper: field.box,
  input: field.input,
}

/** Mantine's inputs that have a label and a box. They are listed by name, because importing the components would add their code to the first load. */
const fields = Object.fromEntries(
  ['InputWrapper', 'TextInput', 'Textarea', 'NumberInput', 'NativeSelect'].map((name) => [name, { classNames: inField }]),
)

export const theme = createTheme({
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontWeights: { medium: 'var(--w-strong)', bold: 'var(--w-head)' },
  fontSizes: { xs: 'var(--t-12)', sm: 'var(--t-14)', md: 'var(--t-14)', lg: 'var(--t-16)', xl: 'var(--t-20)' },
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
  // The layout changes at `sm`, `md` and `lg`: phone layout up to 640 px, a second column beside the result above 900 px, and a third column above
  // 1180 px.
  breakpoints: { xs: '480px', sm: '641px', md: '901px', lg: '1181px', xl: '1441px' },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '12px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  focusRing: 'auto',
  activeClassName: '',
  cursorType: 'pointer',
  respectReducedMotion: true,
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 4 },
  colors: {
    gray: ramp('grey'),
    dark: ramp('night'),
    teal: ramp('teal'),
    red: ramp('red'),
  },
  components: {
    /**
     * `variant` distinguishes the buttons: `filled` is the one primary action, `default` any other, `subtle` a quiet one; `color="red"` is a
     * dangerous one and `size="xs"` a small one.
     */
    Button: Button.extend({ defaultProps: { variant: 'default' }, classNames: { root: button.button, label: button.label } }),
    Portal: { defaultProps: { target: '#floating' } },
    ...fields,
  },
})

const purpose = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--ink-1)',
  '--mantine-color-bright': 'var(--ink-1)',
  '--mantine-color-dimmed': 'var(--ink-3)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-anchor': 'var(--action-text)',
  '--mantine-color-default': 'var(--card)',
  '--mantine-color-default-hover': 'var(--sunk)',
  '--mantine-color-default-color': 'var(--ink-1)',
  '--mantine-color-default-border': 'var(--edge)',
  '--mantine-color-error': 'var(--stop-text)',
  '--mantine-color-disabled': 'var(--sunk)',
  '--mantine-color-disabled-color': 'var(--ink-3)',
  '--mantine-color-disabled-border': 'var(--hairline)',
  '--mantine-color-teal-filled-hover': 'var(--action-hover)',
  '--mantine-color-teal-light-hover': 'var(--sunk)',
  '--mantine-color-teal-light-color': 'var(--ink-2)',
}

/** Points Mantine's own variables at ours, so that its components use the colors of both schemes from tokens.css. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: purpose,
  // Mantine uses this variable for text on filled buttons, which is not white in the dark scheme.
  dark: { ...purpose, '--mantine-color-white': 'var(--on-action)' },
})
