/** What one application identifier may hold. Lengths are of the data, without the identifier. */
export type AiRule = {
  readonly title: string
  readonly min: number
  readonly max: number
  readonly digitsOnly: boolean
  /** Whether its length is predefined, so that no FNC1 follows it. */
  readonly predefined: boolean
  /** Whether its last digit is a check digit. */
  readonly checked: boolean
  /** Whether it is a date YYMMDD. */
  readonly date: boolean
}

const rules = new Map<string, AiRule>()

function add(ais: string, title: string, shape: string): void {
  const [, kind = '', fixed = '', low = '', high = '', flags = ''] = /^([NX])(?:([0-9]+)|([0-9]*)\.\.([0-9]+))([*cd]*)$/.exec(shape) ?? []
  const max = Number(fixed || high)
  const rule: AiRule = {
    title,
    min: fixed === '' ? Number(low || 1) : max,
    max,
    digitsOnly: kind === 'N',
    predefined: flags.includes('*'),
    checked: flags.includes('c'),
    date: flags.includes('d'),
  }
  for (const ai of ais.split(' ')) {
    const [first = '', last = first] = ai.split('-')
    for (let n = Number(first); n <= Number(last); n += 1) rules.set(String(n).padStart(first.length, '0'), rule)
  }
}

add('00', 'SSCC', 'N18*c')
add('01', 'GTIN', 'N14*c')
add('02', 'CONTENT', 'N14*c')
add('10', 'BATCH/LOT', 'X..20')
add('11', 'PROD DATE', 'N6*d')
add('12', 'DUE DATE', 'N6*d')
add('13', 'PACK DATE', 'N6*d')
add('15', 'BEST BEFORE or BEST BY', 'N6*d')
add('16', 'SELL BY', 'N6*d')
add('17', 'USE BY or EXPIRY', 'N6*d')
add('20', 'VARIANT', 'N2*')
add('21', 'SERIAL', 'X..20')
add('22', 'CPV', 'X..20')
add('30', 'VAR. COUNT', 'N..8')
add('37', 'COUNT', 'N..8')
add('235', 'TPX', 'X..28')
add('240', 'ADDITIONAL ID', 'X..30')
add('241', 'CUST. PART No.', 'X..30')
add('250', 'SECONDARY SERIAL', 'X..30')
add('251', 'REF. TO SOURCE', 'X..30')
add('254', 'GLN EXTENSION COMPONENT', 'X..20')
add('3100-3105 3110-3115 3120-3125 3130-3135 3140-3145 3150-3155 3160-3165', 'MEASURE', 'N6*')
add('3200-3205 3300-3305 3400-3405 3500-3505 3560-3565 3570-3575 3600-3605', 'MEASURE', 'N6*')
add('400', 'ORDER NUMBER', 'X..30')
add('401', 'GINC', 'X..30')
add('402', 'GSIN', 'N17c')
add('403', 'ROUTE', 'X..30')
add('410', 'SHIP TO LOC', 'N13*c')
add('411', 'BILL TO', 'N13*c')
add('412', 'PURCHASE FROM', 'N13*c')
add('413', 'SHIP FOR LOC', 'N13*c')
add('414', 'LOC No.', 'N13*c')
add('415', 'PAY TO', 'N13*c')
add('416', 'PROD/SERV LOC', 'N13*c')
add('417', 'PARTY', 'N13*c')
add('420', 'SHIP TO POST', 'X..20')
add('421', 'SHIP TO POST', 'X4..12')
add('422', 'ORIGIN', 'N3')
add('710-719', 'NHRN', 'X..20')
add('90', 'INTERNAL', 'X..30')
add('91-99', 'INTERNAL', 'X..90')

/** The application identifier that begins at `position`, or null when none of the known ones does. No known one begins another. */
export function findAi(text: string, position: number): { readonly ai: string; readonly rule: AiRule } | null {
  for (let length = 2; length <= 4; length += 1) {
    const ai = text.slice(position, position + length)
    const rule = ai.length === length ? rules.get(ai) : undefined
    if (rule !== undefined) return { ai, rule }
  }
  return null
}
