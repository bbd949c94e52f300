/** Splits addresses and domains separated by commas, semicolons, spaces or line breaks; `@northway.example` means the domain. */
export const splitSenders = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((one) => one.replace(/^@/, '').toLowerCase())
      .filter(Boolean),
  ),
]
