/** Matches comments and quoted texts of SQL, which may contain a semicolon, and otherwise the semicolon that ends a statement. */
const PART = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$((?:[A-Za-z_]\w*)?)\$[\s\S]*?\$\1\$|;/g
const COMMENTS = /--[^\n]*|\/\*[\s\S]*?\*\//g

/**
 * Splits a script into its statements, because a cluster (docs/scale.md) forwards each schema change to its machines as the whole query text, and the
 * machines refuse a text with several statements. Supports standard strings and dollar quotes, but neither `E'…'` nor `begin atomic`.
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
