import type { CSSProperties } from 'react'

/** Sets a custom property for a stylesheet to use. */
export function cssVariable(name: `--${string}`, value: number | string): CSSProperties {
  return { [name]: value } as CSSProperties // React's type has no custom properties
}
