/**
 * Splits addresses and domains separated by commas, semicolons, spaces or line breaks, and removes duplicates; `@northway.example` becomes the domain
 * `northway.example`.
 */
export const splitSenders = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((one) => one.replace(/^@/, '').toLowerCase())
      .filter(Boolean),
  ),
]
