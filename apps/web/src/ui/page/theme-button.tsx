import { Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import css from '../text/button.module.css'

/** Switches between light and dark; until it is pressed, the page follows the system. */
export function ThemeButton() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <Button
      variant="subtle"
      className={css.sign}
      aria-label={`Change to the ${other} theme`}
      title={`Change to the ${other} theme`}
      onClick={() => setColorScheme(other)}
    >
      <svg
        width="20"
        height="20"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        viewBox="0 0 24 24"
        aria-hidden="true"
      >
        <circle cx="12" cy="12" r="8.5" />
        <path d="M12 3.5v17a8.5 8.5 0 0 0 0-17z" fill="currentColor" />
      </svg>
    </Button>
  )
}
