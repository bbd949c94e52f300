import type {
  ArrowFunction,
  CallExpression,
  Expression,
  FunctionDeclaration,
  Identifier,
  Node,
  TaggedTemplateExpression,
} from 'typescript/unstable/ast'
import { SyntaxKind } from 'typescript/unstable/ast'
import {
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSpreadElement,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import { type Project, SymbolFlags, type Type } from 'typescript/unstable/sync'

/** Thrown if a part of a statement can't be determined from the source. */
export class Unresolved extends Error {}

/** Arguments bound to the parameters of a called function. */
type Bindings = ReadonlyMap<Node, Bound>
interface Bound {
  node: Expression
  bindings: Bindings
}
const NOTHING: Bindings = new Map()
const DEEPEST = 30

/**
 * SQL texts that replace a parameter of the enclosing function if that parameter is itself a piece of SQL. Only the parameter's type matters, so any
 * condition or expression of that type will do.
 */
const STAND_INS: readonly [type: RegExp, text: string][] = [
  [/<boolean( \| null)?>/, 'true'],
  [/<string( \| null)?>/, 'null::text'],
  [/<string\[\]>/, 'null::text[]'],
  [/<number( \| null)?>/, 'null::bigint'],
]

/**
 * Renders a `sql` template as the text that PostgreSQL receives, without running any code. Values become `$1`. To render another template, or a
 * function that builds one, it follows constants, parameters and imports to the source. Of two branches, it uses the first one that it can render.
 */
export class Renderer {
  private readonly project: Project
  private readonly files: readonly string[]
  private values = 0

  /** @param files source files to search for calls of the functions that build statements. */
  constructor(project: Project, files: readonly string[]) {
    this.project = project
    this.files = files
  }

  /**
   * Renders the SQL of a template. If the template inserts SQL that is passed to the enclosing function as an argument, searches the calls of that
   * function and uses the first one whose arguments can be read.
   * @throws Unresolved
   */
  statement(template: TaggedTemplateExpression): string {
    let failure: unknown
    for (const bindings of [NOTHING, ...this.callsAround(template)]) {
      this.values = 0
      try {
        return this.template(template, bindings, 0)
      } catch (error) {
        if (!(error instanceof Unresolved)) throw error
        failure ??= error
      }
    }
    throw failure
  }

  private *callsAround(node: Node): Generator<Bindings> {
    const made = findFunction(node)
    if (!made) return
    for (const file of this.files) {
      const source = this.project.program.getSourceFile(file)
      if (!source?.text.includes(`${made.name}(`)) continue
      for (const { expression, arguments: args } of collectCalls(source, made.name)) {
        if (!isIdentifier(expression) || this.called(expression) !== made.node) continue
        const bindings = new Map<Node, Bound>()
        for (const [at, parameter] of made.node.parameters.entries()) {
          const value = args[at] ?? parameter.initializer
          if (value) bindings.set(parameter, { node: value, bindings: NOTHING })
        }
        yield bindings
      }
    }
  }

  private called(callee: Identifier): FunctionDeclaration | ArrowFunction | undefined {
    const made = this.declaration(callee)
    const called = made && isVariableDeclaration(made) ? made.initializer : made
    return called && (isFunctionDeclaration(called) || isArrowFunction(called)) ? called : undefined
  }

  private template({ template }: TaggedTemplateExpression, bindings: Bindings, depth: number): string {
    if (isNoSubstitutionTemplateLiteral(template)) return template.text
    const { head, templateSpans } = template
    return head.text + templateSpans.map(({ expression, literal }) => this.part(expression, bindings, depth) + literal.text).join('')
  }

  private part(node: Expression, bindings: Bindings, depth: number): string {
    if (depth > DEEPEST) throw new Unresolved('nested too deep')
    const type = this.project.checker.getTypeAtLocation(node)
    if (type && this.isSql(type)) return this.fragment(node, bindings, depth + 1)
    this.values += 1
    return `$${this.values}`
  }

  private isSql(type: Type): boolean {
    if (type.isUnionType()) return type.getTypes().some((one) => this.isSql(one))
    return type.isObjectType() && this.project.checker.getPropertyOfType(type, 'toOperationNode') !== undefined
  }

  private fragment(node: Expression, bindings: Bindings, depth: number): string {
    if (depth > DEEPEST) throw new Unresolved('nested too deep')
    if (isParenthesizedExpression(node) || isAsExpression(node)) return this.fragment(node.expression, bindings, depth + 1)
    if (isTaggedTemplateExpression(node)) return this.template(node, bindings, depth + 1)
    if (isConditionalExpression(node)) return this.either([node.whenTrue, node.whenFalse], bindings, depth)
    if (isBinaryExpression(node)) return this.either([node.left, node.right], bindings, depth)
    if (isCallExpression(node)) return this.call(node.expression, node.arguments, bindings, depth)
    if (isIdentifier(node)) return this.named(node, bindings, depth)
    if (isPropertyAccessExpression(node) || isElementAccessExpression(node)) return this.member(node, bindings, depth)
    throw new Unresolved(node.getText())
  }

  private either(nodes: readonly Expression[], bindings: Bindings, depth: number): string {
    let first: unknown
    for (const node of nodes) {
      try {
        return this.part(node, bindings, depth + 1)
      } catch (error) {
        if (!(error instanceof Unresolved)) throw error
        first ??= error
      }
    }
    throw first
  }

  private call(callee: Expression, args: readonly Expression[], bindings: Bindings, depth: number): string {
    const of = isPropertyAccessExpression(callee) && callee.expression.getText() === 'sql' ? callee.name.getText() : undefined
    const [first, second] = args
    if (of && first) {
      if (of === 'raw') return this.text(first, bindings, depth)
      if (of === 'lit') return "'x'"
      if (of === 'ref' || of === 'id' || of === 'table') return quote(this.text(first, bindings, depth))
      if (of === 'join') return this.join(first, second, bindings, depth)
    }
    const called = isIdentifier(callee) ? this.called(callee) : undefined
    if (!called?.body) throw new Unresolved(callee.getText())
    const inside = new Map(bindings)
    for (const [at, parameter] of called.parameters.entries()) {
      const value = args[at] ?? parameter.initializer
      if (value) inside.set(parameter, { node: value, bindings })
    }
    return this.body(called.body, inside, depth)
  }

  private body(body: Node, bindings: Bindings, depth: number): string {
    // this body is no block, and the body of an arrow function is a block or an expression
    if (!isBlock(body)) return this.fragment(body as Expression, bindings, depth + 1)
    return this.either(collectReturns(body), bindings, depth)
  }

  private join(list: Expression, separator: Expression | undefined, bindings: Bindings, depth: number): string {
    const between = separator ? this.fragment(separator, bindings, depth + 1) : ', '
    return this.elements(list, bindings, depth + 1).join(between)
  }

  /** Returns the SQL of each element of a list; if the list is built by `map`, returns the SQL of one element as an example of all. */
  private elements(list: Expression, bindings: Bindings, depth: number): string[] {
    if (depth > DEEPEST) throw new Unresolved('nested too deep')
    if (isArrayLiteralExpression(list))
      return list.elements.flatMap((one) =>
        isSpreadElement(one) ? this.elements(one.expression, bindings, depth + 1) : [this.part(one, bindings, depth + 1)],
      )
    if (isConditionalExpression(list)) return this.elements(list.whenTrue, bindings, depth + 1)
    if (isParenthesizedExpression(list)) return this.elements(list.expression, bindings, depth + 1)
    if (isCallExpression(list) && isPropertyAccessExpression(list.expression)) {
      const [work] = list.arguments
      if (list.expression.name.getText() === 'filter') return this.elements(list.expression.expression, bindings, depth + 1)
      if (list.expression.name.getText() === 'map' && work && isArrowFunction(work)) return [this.body(work.body, bindings, depth + 1)]
    }
    if (isIdentifier(list)) {
      const made = this.declaration(list)
      const bound = made && bindings.get(made)
      if (bound) return this.elements(bound.node, bound.bindings, depth + 1)
      if (made && isVariableDeclaration(made) && made.initializer) return this.elements(made.initializer, bindings, depth + 1)
    }
    throw new Unresolved(list.getText())
  }

  private named(node: Identifier, bindings: Bindings, depth: number): string {
    const made = this.declaration(node)
    const bound = made && bindings.get(made)
    if (bound) return this.part(bound.node, bound.bindings, depth + 1)
    if (made && isVariableDeclaration(made) && made.initializer) return this.fragment(made.initializer, bindings, depth + 1)
    return this.standIn(node)
  }

  private member(node: Expression, bindings: Bindings, depth: number): string {
    const of = isPropertyAccessExpression(node) || isElementAccessExpression(node) ? node.expression : node
    const made = isIdentifier(of) ? this.declaration(of) : undefined
    const value = made && isVariableDeclaration(made) ? made.initializer : undefined
    const object = value && unwrap(value)
    if (object && isObjectLiteralExpression(object)) {
      const name = isPropertyAccessExpression(node) ? node.name.getText() : undefined
      const found = object.properties.find((one) => isPropertyAssignment(one) && (name === undefined || one.name.getText() === name))
      if (found && isPropertyAssignment(found)) return this.fragment(found.initializer, bindings, depth + 1)
    }
    return this.standIn(node)
  }

  private standIn(node: Expression): string {
    const type = this.project.checker.getTypeAtLocation(node)
    const words = type ? this.project.checker.typeToString(type) : ''
    const text = STAND_INS.find(([pattern]) => pattern.test(words))?.[1]
    if (text === undefined) throw new Unresolved(`${node.getText()}: ${words}`)
    return text
  }

  /**
   * Returns the text of an expression, as far as the source code shows it; of a conditional expression, the text of its first branch.
   * @throws Unresolved if the text is only known at run time.
   */
  private text(node: Expression, bindings: Bindings, depth: number): string {
    if (depth > DEEPEST) throw new Unresolved('nested too deep')
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text
    if (isConditionalExpression(node)) return this.text(node.whenTrue, bindings, depth + 1)
    if (isTemplateExpression(node))
      return node.head.text + node.templateSpans.map((span) => this.text(span.expression, bindings, depth + 1) + span.literal.text).join('')
    if (isIdentifier(node)) {
      const made = this.declaration(node)
      const bound = made && bindings.get(made)
      if (bound) return this.text(bound.node, bound.bindings, depth + 1)
      if (made && isVariableDeclaration(made) && made.initializer) return this.text(made.initializer, bindings, depth + 1)
    }
    throw new Unresolved(node.getText())
  }

  private declaration(node: Identifier): Node | undefined {
    const { checker } = this.project
    const symbol = checker.getSymbolAtLocation(node)
    const aimed = symbol && symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    const found = aimed?.valueDeclaration?.resolve(this.project)
    return found && (isParameterDeclaration(found) || isVariableDeclaration(found) || isFunctionDeclaration(found)) ? found : undefined
  }
}

const unwrap = (node: Expression): Expression =>
  isAsExpression(node) || isParenthesizedExpression(node) || node.kind === SyntaxKind.SatisfiesExpression
    ? unwrap((node as unknown as { expression: Expression }).expression) // nodes of these three kinds have an `expression`
    : node

/** The named function that contains a node. */
function findFunction(node: Node): { name: string; node: FunctionDeclaration | ArrowFunction } | undefined {
  for (let at = node.parent; at; at = at.parent) {
    if (isFunctionDeclaration(at) && at.name) return { name: at.name.text, node: at }
    const named = at.parent
    if (isArrowFunction(at) && named && isVariableDeclaration(named) && isIdentifier(named.name)) return { name: named.name.text, node: at }
  }
  return undefined
}

function collectCalls(source: Node, name: string): CallExpression[] {
  const found: CallExpression[] = []
  const visit = (one: Node): undefined => {
    if (isCallExpression(one) && isIdentifier(one.expression) && one.expression.text === name) found.push(one)
    one.forEachChild(visit)
  }
  source.forEachChild(visit)
  return found
}

function collectReturns(node: Node): Expression[] {
  const found: Expression[] = []
  const visit = (one: Node): undefined => {
    if (isArrowFunction(one) || isFunctionDeclaration(one)) return
    if (isReturnStatement(one) && one.expression) found.push(one.expression)
    one.forEachChild(visit)
  }
  node.forEachChild(visit)
  return found
}

/** Converts a name as Kysely's plugin does: `tradingPartner.name` becomes `"trading_partner"."name"`. */
const quote = (name: string): string =>
  name
    .split('.')
    .map((part) => `"${part.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`)
    .join('.')
