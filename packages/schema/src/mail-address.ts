/** One plain address: no name around it, no space, no mark that a mail header would take for its own. */
const ADDRESS = /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?\.[\p{L}\p{N}-]{2,63}$/u

/** Takes a field apart at its semicolons. `good`: each once, whatever its case; `bad`: what is no address, as it was typed. */
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
