import { type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser'

/** A test as found in the source of its file, with its title and line. */
export interface WrittenTest {
  title: string
  line: number
  /** Whether the test's body makes no call, so that it passes whatever the product does. */
  isEmpty: boolean
  /**
   * Only for a string in an array, which may be a row of a `test.each`. Contains the title of the `test.each` that uses the array, or null if the
   * file has none. The string counts as a test's title only if that title begins with it, as in `test.each(['…'])('%s', …)`.
   */
  rowOf?: string | null
}

/** Modifiers of tests that prove nothing: they are skipped, may be skipped, are a todo or must fail. */
const OFF = new Set(['skip', 'todo', 'skipIf', 'runIf', 'fails'])

/** A file's tests whose titles are literals, and the rows of `test.each` that may be titles. Leaves out disabled tests and comments. */
export function listTests(file: string, text: string): WrittenTest[] {
  const { program } = parseSync(file, text)
  const calls: number[] = []
  const tests: { call: CallExpression; title: string }[] = []
  const rows: { start: number; title: string }[] = []
  const constants: { name: string; start: number; end: number }[] = []
  let off = 0
  new Visitor({
    ArrayExpression({ elements }) {
      for (const one of elements)
        if (one?.type === 'Literal' && typeof one.value === 'string') rows.push({ start: one.start, title: one.value })
    },
    CallExpression(call) {
      calls.push(call.start)
      const { root, names } = readCallee(call.callee)
      if (root === 'describe' && isOff(call, names)) off += 1
      const title = readText(call.arguments[0])
      if ((root === 'test' || root === 'it') && title !== undefined && off === 0 && !isOff(call, names)) tests.push({ call, title })
    },
    'CallExpression:exit'(call) {
      const { root, names } = readCallee(call.callee)
      if (root === 'describe' && isOff(call, names)) off -= 1
    },
    VariableDeclarator({ id, start, end }) {
      if (id.type === 'Identifier') constants.push({ name: id.name, start, end })
    },
    NewExpression: ({ start }) => void calls.push(start),
    TaggedTemplateExpression: ({ start }) => void calls.push(start),
  }).visit(program)
  const toLine = (at: number) => text.slice(0, at).split('\n').length
  const findTitle = (hasRows: (callee: Expression) => boolean) => tests.find(({ call }) => hasRows(call.callee))?.title
  const titleOf = (at: number) => {
    const around = constants.filter(({ start, end }) => at > start && at < end)
    return (
      findTitle(({ start, end }) => at > start && at < end) ??
      findTitle(({ start, end }) => around.some(({ name }) => text.slice(start, end).split(/\W+/).includes(name))) ??
      null
    )
  }
  const hasCall = (from: number, to: number) => calls.some((at) => at > from && at < to)
  return [
    ...tests.map(({ call, title }) => ({
      title,
      line: toLine(call.start),
      isEmpty: call.arguments.some((one) => isFunction(one) && !hasCall(one.start, one.end)),
    })),
    ...rows.map(({ start, title }) => ({ title, line: toLine(start), isEmpty: false, rowOf: titleOf(start) })),
  ]
}

const isFunction = ({ type }: { type: string }) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression'

/** Splits a callee such as `test.concurrent.each(rows)` into its root `test` and the names after it. */
function readCallee(callee: Expression): { root: string | undefined; names: string[] } {
  if (callee.type === 'Identifier') return { root: callee.name, names: [] }
  if (callee.type === 'CallExpression') return readCallee(callee.callee)
  if (callee.type === 'TaggedTemplateExpression') return readCallee(callee.tag)
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return { root: undefined, names: [] }
  const { root, names } = readCallee(callee.object)
  return { root, names: [...names, callee.property.name] }
}

function isOff(call: CallExpression, names: readonly string[]): boolean {
  const options = call.arguments.flatMap((one) => (one.type === 'ObjectExpression' ? one.properties : []))
  const keys = options.flatMap((one) => (one.type === 'Property' && one.key.type === 'Identifier' ? [one.key.name] : []))
  return [...names, ...keys].some((name) => OFF.has(name))
}

function readText(argument: CallExpression['arguments'][number] | undefined): string | undefined {
  if (argument?.type === 'Literal' && typeof argument.value === 'string') return argument.value
  return argument?.type === 'TemplateLiteral' ? argument.quasis.map(({ value }) => value.cooked).join('…') : undefined
}
