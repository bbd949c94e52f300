/** What may hold a semicolon that ends nothing, and the one that does. */
const PART = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$((?:[A-Za-z_]\w*)?)\$[\s\S]*?\$\1\$|;/g
const COMMENTS = /--[^\n]*|\/\*[\s\S]*?\*\//g

/**
 * The statements of a script, one by one. A cluster (docs/scale.md) hands on what changes a table with the whole text that it came in, and its machines refuse a
 * text of several. Knows standard strings and dollar quotes, neither `E'…'` nor `begin atomic`.
 */
export function splitStatements(script: string): string[] {
  const statements: string[] = []
  let from = 0
  for (const { 0: part, index } of script.matchAll(PART)) {
    if (part !== ';') continue
    statements.push(script.slice(from, index))
    from = index + 1
  }
  statements.push(script.slice(from))
  return statements.map((statement) => statement.trim()).filter((statement) => statement.replace(COMMENTS, '').trim())
}
