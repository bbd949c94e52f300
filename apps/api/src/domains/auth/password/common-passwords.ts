/** Base words of passwords that attackers try first. Digits, years and symbols around them are removed before comparing. */
const CORES = new Set(
  `password passwort passw pass qwerty qwertyuiop qwert azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx letmein welcome admin administrator
  iloveyou monkey dragon football baseball basketball superman batman master login princess sunshine shadow michael jordan ashley charlie
  trustno starwars whatever freedom hello hallo secret summer winter spring autumn fall january february march april may june july august september october
  november december monday tuesday wednesday thursday friday saturday sunday abc abcd abcde abcdef test testing guest default changeme
  computer internet pharmacy pharmacist pharma medicine hospital drugstore rx seriatim google apple samsung cookie flower jesus love
  money lovely family mustang ferrari soccer hockey killer pepper ginger jennifer jessica daniel thomas robert matthew andrew joshua`
    .split(/\s+/)
    .filter(Boolean),
)

const LEET: Record<string, string> = { '@': 'a', '4': 'a', '0': 'o', '1': 'i', '!': 'i', '3': 'e', $: 's', '5': 's', '7': 't' }

/**
 * Whether the password consists of little more than one of the common words above, written once or twice, or of one repeated letter. Case, digits,
 * symbols and common substitutions are ignored.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const trimmed = lower.replace(/^[^a-z@$]+|[^a-z]+$/g, '')
  const candidates = [lower.replace(/[^a-z]/g, ''), trimmed.replace(/[@401!3$57]/g, (char) => LEET[char] ?? char).replace(/[^a-z]/g, '')]
  if (/^(.)\1*$/.test(candidates[0] ?? '') && password.length < 16) return true
  return candidates.some(
    (core) =>
      CORES.has(core) || (CORES.has(core.slice(0, core.length / 2)) && core.slice(0, core.length / 2) === core.slice(core.length / 2)),
  )
}
