import { Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconContrast } from '@tabler/icons-react'

/** Light or dark; until somebody presses it, the page follows the system. */
export function ThemeButton() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <Button
      variant="subtle"
      className="btn--icon"
      aria-label={`Change to the ${other} theme`}
      title={`Change to the ${other} theme`}
      onClick={() => setColorScheme(other)}
    >
      <IconContrast className="ic" aria-hidden="true" />
    </Button>
  )
}
