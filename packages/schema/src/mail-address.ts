/** One plain address without a name, spaces, or characters that are special in a mail header. */
const ADDRESS = /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?\.[\p{L}\p{N}-]{2,63}$/u

/** Splits a field at its semicolons. `good` has the valid addresses, each once, ignoring case; `bad` has the invalid ones as typed. */
export function splitAddresses(text: string): { good: string[]; bad: string[] } {
  const good = new Map<string, string>()
  const bad: string[] = []
  for (const part of text.split(';')) {
    const address = part.trim()
    if (!address) continue
    if (ADDRESS.test(address) && !address.includes('..')) good.set(address.toLowerCase(), good.get(address.toLowerCase()) ?? address)
    else bad.push(address)
  }
  return { good: [...good.values()], bad }
}
