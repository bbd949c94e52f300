import { type Expression, parseSync, Visitor } from 'oxc-parser'

/** One small change of a file that a test should notice. */
export interface Mutant {
  start: number
  end: number
  line: number
  /** `from`: the original text between `start` and `end`. `to`: its replacement. */
  from: string
  to: string
}

const OPERATORS: Record<string, readonly string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '&&': ['||'],
  '||': ['&&'],
}
const METHODS: Record<string, string> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  floor: 'ceil',
  ceil: 'floor',
}

/** Every mutant of a file, in the order of the text. Skips types, which don't run, and strings, which are only wording. */
export function listMutants(file: string, text: string): Mutant[] {
  const all: Omit<Mutant, 'line' | 'from'>[] = []
  const types: { start: number; end: number }[] = []
  const put = (node: { start: number; end: number }, ...replacements: string[]) => {
    for (const to of replacements) all.push({ start: node.start, end: node.end, to })
  }
  const cut = ({ start, end }: { start: number; end: number }) => text.slice(start, end)
  const operator = ({ left, right, operator: sign }: { left: { end: number }; right: { start: number }; operator: string }) => {
    const at = text.indexOf(sign, left.end)
    if (at >= 0 && at < right.start) put({ start: at, end: at + sign.length }, ...(OPERATORS[sign] ?? []))
  }
  const type = (node: { start: number; end: number }) => void types.push(node)
  new Visitor({
    BinaryExpression(node) {
      if (node.operator === '+' && [node.left, node.right].some(isText)) return
      operator(node)
    },
    LogicalExpression(node) {
      if (node.operator === '??') put(node, cut(node.left))
      else operator(node)
    },
    ConditionalExpression: ({ test }) => put(test, 'true', 'false'),
    IfStatement: ({ test }) => put(test, 'true', 'false'),
    UnaryExpression(node) {
      if (node.operator === '!') put(node, `(${cut(node.argument)})`)
    },
    Literal(node) {
      if (typeof node.value === 'boolean') put(node, String(!node.value))
      if (typeof node.value === 'number') put(node, String(node.value + 1))
    },
    /** A call that is made only for its effect is replaced with `undefined`. */
    ExpressionStatement({ expression }) {
      const call = expression.type === 'AwaitExpression' ? expression.argument : expression
      if (call.type === 'CallExpression') put(expression, 'undefined')
    },
    MemberExpression({ property }) {
      const other = property.type === 'Identifier' ? METHODS[property.name] : undefined
      if (other) put(property, other)
    },
    TSTypeAnnotation: type,
    TSTypeAliasDeclaration: type,
    TSInterfaceDeclaration: type,
    TSTypeParameterInstantiation: type,
    ImportDeclaration: type,
  }).visit(parseSync(file, text).program)
  return all
    .filter(({ start, end }) => !types.some((range) => range.start <= start && end <= range.end))
    .sort((one, other) => one.start - other.start)
    .map((mutant) => ({ ...mutant, from: cut(mutant), line: text.slice(0, mutant.start).split('\n').length }))
}

const isText = (node: { type: string; value?: unknown } | Expression): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && 'value' in node && typeof node.value === 'string')

/** Picks at most `most` items, spread evenly over the whole list. */
export function pickEvenly<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all]
  return Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)]).filter((one) => one !== undefined)
}

export const applyMutant = (text: string, { start, end, to }: Mutant): string => text.slice(0, start) + to + text.slice(end)
