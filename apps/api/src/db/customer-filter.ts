import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type DeleteQueryNode,
  IdentifierNode,
  type JoinNode,
  type KyselyPlugin,
  OnNode,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  type RawNode,
  ReferenceNode,
  type SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  ValueNode,
  WhereNode,
} from 'kysely'
import { CUSTOMER_TABLES } from './tables.ts'

/** How raw statements refer to the current customer. */
const ASKED = 'current_customer_id()'

/**
 * Adds `customer_id = $n` to every reference to a customer table: from, joins, update, delete, subqueries and common table expressions. Row security
 * would hide the other rows anyway; the explicit condition gives the planner the right index, and one shard if the tables are distributed. Raw `sql`
 * writes `customer_id = current_customer_id()`, and the filter replaces the function with the customer's id, because neither the planner nor a
 * cluster knows a function's result in advance.
 *
 * @throws for right, full and cross joins of a customer table, where the condition would change the result.
 */
export class CustomerFilter implements KyselyPlugin {
  /**
   * A filter that adds no conditions and only replaces `current_customer_id()` in raw `sql` with the customer's id. For statements in which every
   * part already has a condition on `customer_id`.
   */
  readonly ofRaw: KyselyPlugin
  private readonly transformer: Transformer

  constructor(customerId: number) {
    this.transformer = new Transformer(customerId)
    const raw = new RawTransformer(customerId)
    this.ofRaw = { transformQuery: ({ node, queryId }) => raw.transformNode(node, queryId), transformResult: this.transformResult }
  }

  transformQuery: KyselyPlugin['transformQuery'] = ({ node, queryId }) => this.transformer.transformNode(node, queryId)
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result
}

class RawTransformer extends OperationNodeTransformer {
  protected readonly customerId: number

  constructor(customerId: number) {
    super()
    this.customerId = customerId
  }

  protected override transformRaw(node: RawNode, queryId?: Parameters<OperationNodeTransformer['transformNode']>[1]): RawNode {
    const done = super.transformRaw(node, queryId)
    if (!done.sqlFragments.some((fragment) => fragment.includes(ASKED))) return done
    const sqlFragments: string[] = []
    const parameters: OperationNode[] = []
    for (const [at, fragment] of done.sqlFragments.entries()) {
      const [first = '', ...others] = fragment.split(ASKED)
      sqlFragments.push(first)
      for (const other of others) {
        parameters.push(ValueNode.create(this.customerId))
        sqlFragments.push(`::bigint${other}`)
      }
      const parameter = done.parameters[at]
      if (parameter) parameters.push(parameter)
    }
    return { ...done, sqlFragments, parameters }
  }
}

class Transformer extends RawTransformer {
  protected override transformSelectQuery(
    node: SelectQueryNode,
    queryId?: Parameters<OperationNodeTransformer['transformNode']>[1],
  ): SelectQueryNode {
    const done = super.transformSelectQuery(node, queryId)
    return this.filtered(done, done.from?.froms ?? [])
  }

  protected override transformUpdateQuery(
    node: UpdateQueryNode,
    queryId?: Parameters<OperationNodeTransformer['transformNode']>[1],
  ): UpdateQueryNode {
    const done = super.transformUpdateQuery(node, queryId)
    return this.filtered(done, [...(done.table ? [done.table] : []), ...(done.from?.froms ?? [])])
  }

  protected override transformDeleteQuery(
    node: DeleteQueryNode,
    queryId?: Parameters<OperationNodeTransformer['transformNode']>[1],
  ): DeleteQueryNode {
    const done = super.transformDeleteQuery(node, queryId)
    return this.filtered(done, [...done.from.froms, ...(done.using?.tables ?? [])])
  }

  protected override transformJoin(node: JoinNode, queryId?: Parameters<OperationNodeTransformer['transformNode']>[1]): JoinNode {
    const done = super.transformJoin(node, queryId)
    const condition = this.condition(done.table)
    if (!condition) return done
    if (done.joinType !== 'InnerJoin' && done.joinType !== 'LeftJoin')
      throw new Error(`CustomerFilter: ${done.joinType} of a customer table is not supported.`)
    return { ...done, on: done.on ? OnNode.cloneWithOperation(done.on, 'And', condition) : OnNode.create(condition) }
  }

  protected override transformMergeQuery(): never {
    throw new Error('CustomerFilter: merge is not supported.')
  }

  private filtered<T extends { where?: WhereNode }>(node: T, references: readonly OperationNode[]): T {
    const conditions = references.map((reference) => this.condition(reference)).filter((condition) => condition !== undefined)
    if (!conditions.length) return node
    const all = conditions.reduce((left, right): OperationNode => AndNode.create(left, right))
    return { ...node, where: node.where ? WhereNode.cloneWithOperation(node.where, 'And', all) : WhereNode.create(all) }
  }

  private condition(reference: OperationNode): OperationNode | undefined {
    const table = AliasNode.is(reference) ? reference.node : reference
    if (!TableNode.is(table)) return undefined
    const name = table.table.identifier.name
    if (!CUSTOMER_TABLES.has(name) && name !== 'customer') return undefined
    const alias = AliasNode.is(reference) && IdentifierNode.is(reference.alias) ? reference.alias.name : name
    const column = ReferenceNode.create(ColumnNode.create(name === 'customer' ? 'id' : 'customer_id'), TableNode.create(alias))
    return BinaryOperationNode.create(column, OperatorNode.create('='), ValueNode.create(this.customerId))
  }
}
