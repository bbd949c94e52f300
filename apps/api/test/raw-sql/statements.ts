import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Node, TaggedTemplateExpression, TypeNode } from 'typescript/unstable/ast'
import { isFunctionDeclaration, isIdentifier, isTaggedTemplateExpression, isVariableDeclaration } from 'typescript/unstable/ast/is'
import { API, type Project, type Type, TypeFlags } from 'typescript/unstable/sync'
import { Renderer, Unresolved } from './render.ts'

/** An `sql<Row>` statement. TypeScript takes the type `Row` of its rows on trust, so a test has to check it. */
export interface Statement {
  /** File and function of the statement: `recall.queries.ts listFound`; `#2` marks the second statement of a function. */
  name: string
  /** Asserted type of each column, by column name: `number`, `string`, `boolean`, `Date`, `Buffer`, `json`, or one of them with `[]`. */
  columns: Map<string, string>
  /** Text of the statement; undefined if the source alone doesn't determine it. */
  text: string | undefined
}

/** Recognizes a whole statement. Any other text is a fragment: a value, or a part of a statement's `from`. */
const STATEMENT = /^\s*(with|select|insert|update|delete|fetch)\b/

const ROOT = join(import.meta.dirname, '../..')
const SRC = join(ROOT, 'src')

/** Finds every `sql<Row>` statement in the API's source whose `Row` type declares columns. */
export function findStatements(): Statement[] {
  const api = new API({ cwd: ROOT })
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(ROOT, 'tsconfig.json')] }).getProjects()
    if (!project) throw new Error('The project of the api does not open.')
    const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    )
    const paths = files.sort().map((file) => join(SRC, file))
    const renderer = new Renderer(project, paths)
    return paths.flatMap((path) => statementsIn(project, renderer, path))
  } finally {
    api.close()
  }
}

function statementsIn(project: Project, renderer: Renderer, path: string): Statement[] {
  const source = project.program.getSourceFile(path)
  if (!source?.text.includes('sql<')) return []
  const found: Statement[] = []
  const named = new Map<string, number>()
  const visit = (node: Node, within: string): void => {
    const inside = nameOf(node) ?? within
    const columns = isTaggedTemplateExpression(node) ? columnsOf(project, node) : undefined
    if (columns && isTaggedTemplateExpression(node)) {
      const text = render(renderer, node)
      const at = (named.get(inside) ?? 0) + 1
      named.set(inside, at)
      const name = `${relative(SRC, path)} ${inside}${at > 1 ? `#${at}` : ''}`
      if (text === undefined || STATEMENT.test(text)) found.push({ name, columns, text })
    }
    node.forEachChild((child) => visit(child, inside))
  }
  visit(source, '')
  return found
}

const nameOf = (node: Node): string | undefined =>
  isFunctionDeclaration(node)
    ? node.name?.getText()
    : isVariableDeclaration(node) && isIdentifier(node.name) && isTopLevel(node)
      ? node.name.getText()
      : undefined

const isTopLevel = (node: Node): boolean => node.parent.parent.parent === node.getSourceFile()

function render(renderer: Renderer, node: TaggedTemplateExpression): string | undefined {
  try {
    return renderer.statement(node)
  } catch (error) {
    if (error instanceof Unresolved) return undefined
    throw error
  }
}

function columnsOf(project: Project, { tag, typeArguments }: TaggedTemplateExpression): Map<string, string> | undefined {
  const argument: TypeNode | undefined = typeArguments?.[0]
  if (!isIdentifier(tag) || tag.text !== 'sql' || !argument) return undefined
  const { checker } = project
  const type = checker.getTypeFromTypeNode(argument)
  if (!type || kindOf(project, type) !== 'json' || !(type.isObjectType() || type.isIntersectionType())) return undefined
  return new Map(
    checker.getPropertiesOfType(type).map((property) => {
      const is = checker.getTypeOfSymbol(property)
      return [property.name, is ? kindOf(project, is) : 'json']
    }),
  )
}

function kindOf(project: Project, type: Type): string {
  if (type.isUnionType()) {
    const kinds = type
      .getTypes()
      .filter((one) => !(one.flags & (TypeFlags.Null | TypeFlags.Undefined)))
      .map((one) => kindOf(project, one))
    const [first = 'json'] = kinds
    return kinds.every((kind) => kind === first) ? first : 'json'
  }
  if (type.flags & TypeFlags.BooleanLike) return 'boolean'
  if (type.flags & TypeFlags.NumberLike) return 'number'
  if (type.flags & TypeFlags.StringLike) return 'string'
  if (project.checker.isArrayType(type)) {
    const [element] = project.checker.getTypeArguments(type as never) // the checker represents an array type as a reference with one type argument
    return element ? `${kindOf(project, element)}[]` : 'json'
  }
  const name = type.getSymbol()?.name
  return name === 'Date' || name === 'Buffer' ? name : 'json'
}
