import type { CSSProperties } from 'react'

/** A custom property for a stylesheet to reckon with. */
export function cssVariable(name: `--${string}`, value: number | string): CSSProperties {
  return { [name]: value } as CSSProperties // React's type knows no custom properties
}
