import type { Permission } from '@seriatim/schema'
import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server'
import type { z } from 'zod'
import type { CustomerTx } from '../db/types.ts'
import type { Session } from './access/access.ts'
import type { LocationSource } from './call-notes.ts'
import type { SignedInContext } from './context.ts'
import { allowed, customerProcedure, type Declared, type Meta } from './trpc.ts'

type Shape = z.ZodType

/** Input type of a call; `void` if its input schema is null, because it takes no input. */
// biome-ignore lint/suspicious/noConfusingVoidType: so tRPC says that a client passes nothing
export type CallInput<I> = I extends Shape ? z.input<I> : void
type Taken<I> = I extends Shape ? z.output<I> : undefined

/** What the client infers about a procedure: the types of its input and output. */
export interface Built<I, O> {
  input: CallInput<I>
  output: z.output<O>
  meta: Meta
}

interface InTx extends SignedInContext {
  tx: CustomerTx
}

type Work<I, O> = (tx: CustomerTx, session: Session, input: Taken<I>, ctx: InTx) => z.input<O> | Promise<z.input<O>>
type LongWork<I, O> = (ctx: SignedInContext, session: Session, input: Taken<I>) => z.input<O> | Promise<z.input<O>>

/**
 * Either only a `location`, which says where the caller needs the right, or a whole declaration, which can also say what goes into the audit trail.
 */
type Place = LocationSource | Declared

const toDeclared = (place: Place): Declared => (typeof place === 'string' ? { location: place } : place)

/** Builds a procedure on `customerProcedure`, so `work` runs inside its transaction. */
function inTx(right: Permission, place: Place, input: Shape | null, output: Shape, work: unknown) {
  const run = work as Work<Shape | null, Shape> // `query` and `mutation` checked `work` against these two schemas
  const procedure = customerProcedure(right, toDeclared(place))
  const built = (input ? procedure.input(input) : procedure).output(output)
  return { built, resolve: ({ ctx, input: taken }: { ctx: InTx; input: unknown }) => run(ctx.tx, ctx.session, taken, ctx) }
}

/** Builds a procedure that checks the right (`allowed`) but begins no transaction, so that none is open while `work` runs. */
function outsideTx(right: Permission, place: Place, input: Shape | null, output: Shape, work: unknown) {
  const run = work as LongWork<Shape | null, Shape> // `longQuery` and `longMutation` checked `work` against these two schemas
  const procedure = allowed(right, toDeclared(place))
  const built = (input ? procedure.input(input) : procedure).output(output)
  return { built, resolve: ({ ctx, input: taken }: { ctx: SignedInContext; input: unknown }) => run(ctx, ctx.session, taken) }
}

/**
 * Defines a query in one line: its right, where the right is checked, input, output, and a service that gets `(tx, session, input)`, plus the context
 * if it needs more.
 */
export function query<I extends Shape | null, O extends Shape>(right: Permission, place: Place, input: I, output: O, work: Work<I, O>) {
  const { built, resolve } = inTx(right, place, input, output, work)
  return built.query(resolve) as TRPCQueryProcedure<Built<I, O>> // tRPC's own types do not support schemas that are type parameters
}

/** Like `query`, for a change. The procedure ladder opens the transaction and checks that the service wrote its audit line. */
export function mutation<I extends Shape | null, O extends Shape>(right: Permission, place: Place, input: I, output: O, work: Work<I, O>) {
  const { built, resolve } = inTx(right, place, input, output, work)
  return built.mutation(resolve) as TRPCMutationProcedure<Built<I, O>> // tRPC's own types do not support schemas that are type parameters
}

/**
 * Defines a query that waits on the network. No transaction spans it: its service gets `(ctx, session, input)` and opens short ones with `ctx.inTx`.
 */
export function longQuery<I extends Shape | null, O extends Shape>(
  right: Permission,
  place: Place,
  input: I,
  output: O,
  work: LongWork<I, O>,
) {
  const { built, resolve } = outsideTx(right, place, input, output, work)
  return built.query(resolve) as TRPCQueryProcedure<Built<I, O>> // tRPC's own types do not support schemas that are type parameters
}

/** Like `longQuery`, but defines a mutation. */
export function longMutation<I extends Shape | null, O extends Shape>(
  right: Permission,
  place: Place,
  input: I,
  output: O,
  work: LongWork<I, O>,
) {
  const { built, resolve } = outsideTx(right, place, input, output, work)
  return built.mutation(resolve) as TRPCMutationProcedure<Built<I, O>> // tRPC's own types do not support schemas that are type parameters
}

/** Turns a service that returns nothing into one that answers `ok`. */
export function done<Args extends unknown[]>(work: (...args: Args) => Promise<unknown>): (...args: Args) => Promise<{ ok: true }> {
  return async (...args) => {
    await work(...args)
    return { ok: true }
  }
}
