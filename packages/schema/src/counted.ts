// Formats counts alike for screens, emails and documents.
const whole = new Intl.NumberFormat('en-US')

/** `1,234` */
export function formatCount(n: number): string {
  return whole.format(n)
}

/** `1 order`, `2 orders` */
export function formatAmount(n: number, one: string, many = `${one}s`): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`
}
