/** Characters in one piece, about: small pieces cost more than they are worth. */
const PIECE = 65_536

/**
 * The JSON of a value, in pieces. Where it is a tree, an object with `children`, it is written level by level with a stack of our own:
 * JSON.stringify calls itself for every level, and packages may be nested deeper than it can go.
 */
export function* treeJson(root: unknown): Generator<string> {
  const open: Iterator<unknown>[] = []
  let text = ''
  for (let value: unknown = root; ; ) {
    if (isTree(value)) {
      const { children, ...own } = value
      const fields = JSON.stringify(own).slice(1, -1)
      text += `{${fields}${fields ? ',' : ''}"children":[`
      open.push(children.values())
    } else text += JSON.stringify(value)
    let next = open.at(-1)?.next()
    for (; next?.done; next = open.at(-1)?.next()) {
      text += ']}'
      open.pop()
    }
    if (!next) return yield text
    if (!text.endsWith('[')) text += ','
    if (text.length > PIECE) {
      yield text
      text = ''
    }
    value = next.value
  }
}

function isTree(value: unknown): value is { children: unknown[] } {
  return value !== null && typeof value === 'object' && 'children' in value && Array.isArray(value.children)
}
