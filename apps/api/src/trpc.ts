import { initTRPC, TRPCError } from '@trpc/server'
import superjson from 'superjson'
import { ZodError } from 'zod'
import type { Permission } from './access.ts'
import type { Context } from './context.ts'
import { keyOfConstraint } from './db/constraints.ts'
import { withCustomer } from './db/customer-tx.ts'
import { AppError, ERRORS } from './errors.ts'
import { isNoResult } from './no-result.ts'
import { takeCall } from './rate.ts'

/** Said by the REST table and OpenAPI; rights and shapes come from the procedure itself. */
export interface Meta {
  permission?: Permission
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    transformer: superjson,
    isDev: false,
    errorFormatter: ({ shape, error }) => ({
      ...shape,
      message: publicMessage(error),
      data: {
        ...shape.data,
        key: error.cause instanceof AppError ? error.cause.key : null,
        facts: error.cause instanceof AppError ? (error.cause.facts ?? null) : null,
      },
    }),
  })
export const router = t.router
export const createCaller = t.createCallerFactory

/** What may leave the process: our own sentences and the names of wrong fields, never an internal message. */
export function publicMessage(error: TRPCError): string {
  if (error.cause instanceof AppError) return error.cause.message
  if (error.cause instanceof ZodError) return sentenceOfInput(error.cause)
  return error.code === 'INTERNAL_SERVER_ERROR' ? 'An Unknown Error Occurred.' : error.message
}

/** One sentence that names field and rule of every wrong field, at most three of them. */
export function sentenceOfInput(error: ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`)
    .join(' ')
}

/** Our failure behind what was thrown: one of the catalogue, a missing row, a violated constraint, a refused value; else undefined. */
export function ourFailure(thrown: unknown): AppError | undefined {
  if (thrown instanceof AppError) return thrown
  const key = isNoResult(thrown) ? 'not_found' : keyOfConstraint(thrown)
  return key && new AppError(key, { cause: thrown })
}

export function transportError(failure: AppError): TRPCError {
  return new TRPCError({ code: ERRORS[failure.key].code, message: failure.message, cause: failure })
}

/** Turns our failures into transport errors; everything else stays an internal error. */
function asTransportError(error: TRPCError): TRPCError {
  const failure = ourFailure(error.cause)
  return failure ? transportError(failure) : error
}

export const publicProcedure = t.procedure.use(async ({ ctx, path, next }) => {
  takeCall(ctx)
  const result = await next()
  if (result.ok) return result
  const error = asTransportError(result.error)
  if (error.code === 'INTERNAL_SERVER_ERROR')
    ctx.log.error({ err: error.cause ?? error, path, requestId: ctx.request.requestId }, 'procedure failed')
  throw error
})

/** For the steps of signing in: a token of ours, whatever it is good for yet. */
export const pendingProcedure = publicProcedure.use(({ ctx, next }) => {
  if (!ctx.pending) throw new AppError(ctx.session ? 'needs_person' : 'not_signed_in')
  return next({ ctx: { pending: ctx.pending } })
})

/**
 * A token that was replaced a moment ago reads on, so that no open tab breaks; it changes nothing any more (decision 4).
 *
 * @throws AppError token_replaced, which callers may repeat: with their new token the call is carried out.
 */
export function mustBeNewest({ pending }: Pick<Context, 'pending'>): void {
  if (pending?.isPrevious) throw new AppError('token_replaced')
}

/** Signed in, and nothing more asked. */
export const sessionProcedure = publicProcedure.use(({ ctx, type, next }) => {
  if (!ctx.session) throw new AppError('not_signed_in')
  if (type === 'mutation') mustBeNewest(ctx)
  return next({ ctx: { session: ctx.session } })
})

/** Signed in as a person: what belongs to the sign-in itself, an access token cannot touch. */
export const personProcedure = sessionProcedure.use(({ ctx, next }) => {
  if (!ctx.pending) throw new AppError('needs_person')
  return next({ ctx: { pending: ctx.pending } })
})

/**
 * The right, but no transaction: `ctx.inTx` opens short ones. For what waits on the network (uploads, mail, previews) and for streams.
 * Asks whether the caller has the right anywhere; the service asks for the location (`must`).
 */
export const allowed = (permission: Permission) =>
  sessionProcedure.meta({ permission }).use(({ ctx, next }) => {
    if (!ctx.session.permissions.has(permission)) throw new AppError('not_allowed')
    return next({ ctx: { inTx: (access, work) => withCustomer(ctx.db, ctx.session, access, work) } satisfies Pick<Context, 'inTx'> })
  })

/** The right, and the whole call inside one transaction of the caller's customer: read-only for queries. */
export const customerProcedure = (permission: Permission) =>
  allowed(permission).use(({ ctx, type, next }) =>
    withCustomer(ctx.db, ctx.session, type === 'query' ? 'read only' : 'read write', async (tx) => {
      const result = await next({ ctx: { tx } })
      if (!result.ok) throw result.error // next() reports failure by value; only a throw rolls back
      return result
    }),
  )
