import type { Permission } from '@seriatim/schema'
import { initTRPC } from '@trpc/server'
import { coreErrors } from '../core/core.facts.ts'
import { AppError } from '../core/errors.ts'
import { withCustomer } from '../db/customer-tx.ts'
import { expectScope, readingScope } from './access/access.ts'
import { type AuditPolicy, expectAsked, isUnaudited, type LocationSource, locationLeft, newNotes } from './call-notes.ts'
import type { Context } from './context.ts'
import { asTransportError, publicMessage } from './failure.ts'
import { countCall } from './rate.ts'
import { readRequestId, transformer } from './wire.ts'

/**
 * Settings of a procedure: the right that it needs, the source of the location at which the right is checked, and what the audit trail records. The
 * OpenAPI description and the check after each call read these settings.
 */
export interface Meta {
  permission?: Permission
  location?: LocationSource
  audit?: AuditPolicy
}

/** What a procedure declares besides its permission: where the permission is checked, and optionally what the trail records. */
export interface Declared {
  location: LocationSource
  audit?: AuditPolicy
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    transformer,
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const known = asTransportError(error)
      const failure = known.cause instanceof AppError ? known.cause : undefined
      const requestId = ctx?.request.requestId ?? readRequestId(error)
      return {
        ...shape,
        message: publicMessage(known),
        data: { ...shape.data, key: failure?.key ?? null, facts: failure?.facts ?? null, requestId },
      }
    },
  })
export const router = t.router
export const createCaller = t.createCallerFactory

/** The outermost middleware turns any thrown value into a catalog error, or into an internal error if the catalog has none for it. */
const translated = t.procedure.use(async ({ next }) => {
  const result = await next()
  if (result.ok) return result
  throw asTransportError(result.error)
})

interface Ended {
  path: string
  type: string
  input: unknown
  meta: Meta | undefined
}

/**
 * Checks at the end of a call that it checked its permission and wrote its audit line. If the permission for one location's data was not checked, the
 * call always fails. If the audit line is missing, or the input contains a location for which the permission was not checked, the call fails in
 * development and tests. In production this is only logged, because legacy clients may send fields that we ignore.
 */
function expectWhole({ notes, config, log }: Pick<Context, 'notes' | 'config' | 'log'>, { path, type, input, meta = {} }: Ended): void {
  expectAsked(notes, path, meta)
  const left = locationLeft(notes, input, meta)
  const slips = [
    left !== undefined && `${path} is about location ${left}, but its permission was checked for other locations only.`,
    isUnaudited(notes, type, meta.audit) && `${path} wrote no entry to the audit log and has no \`audit: { none: … }\` that says why.`,
  ].filter((slip) => slip !== false)
  if (slips.length === 0) return
  if (!config.isProduction) throw new Error(slips.join(' '))
  notes.isAudited = true // prevents a second log line for the same call
  log.error({ path }, slips.join(' '))
}

export const publicProcedure = translated.use(async ({ ctx, path, type, meta, next, getRawInput }) => {
  countCall(ctx)
  const notes = newNotes()
  const result = await next({ ctx: { notes, session: ctx.session && { ...ctx.session, notes } } })
  if (result.ok) expectWhole({ notes, config: ctx.config, log: ctx.log }, { path, type, meta, input: await getRawInput() })
  return result
})

/** Limits how many passwords and codes are checked at the same time, and checks them on separate connections. */
export const atSignInGate = t.middleware(({ ctx, next }) =>
  ctx.signIn.gate.run(ctx.request.address, () => next({ ctx: { system: ctx.signIn.db } })),
)

/** Requires any valid token, even before sign-in is complete. */
export const pendingProcedure = publicProcedure.use(({ ctx, next }) => {
  if (!ctx.pending) throw new AppError(ctx.session ? coreErrors.needs_person : coreErrors.not_signed_in)
  return next({ ctx: { pending: ctx.pending } })
})

/**
 * Refuses changes with a token that was replaced a moment ago. Such a token can still read, so that no open tab breaks (decision 4). @throws AppError
 * token_replaced. Callers may retry: with their new token the call succeeds.
 */
function mustBeNewest({ pending }: Pick<Context, 'pending'>): void {
  if (pending?.isPrevious) throw new AppError(coreErrors.token_replaced)
}

/** Requires a signed-in session, but no particular right. */
export const sessionProcedure = publicProcedure.use(({ ctx, type, next }) => {
  if (!ctx.session) throw new AppError(coreErrors.not_signed_in)
  expectScope(ctx.session, ctx.request.scope)
  if (type === 'mutation') mustBeNewest(ctx)
  return next({ ctx: { session: ctx.session } })
})

/**
 * Stores the uploaded file and passes the result to the call as its input. This runs after the call was counted and its right was checked, so that
 * nothing of a refused upload is stored.
 */
export const takesFile = t.middleware(({ ctx: { session, ...ctx }, next }) => {
  const { takeFile } = ctx.request
  return session && takeFile ? next({ getRawInput: () => takeFile({ ...ctx, session }) }) : next()
})

/** Requires the session of a person who signed in. An access token is refused, because it must not change anything about sign-in. */
export const personProcedure = sessionProcedure.use(({ ctx, next }) => {
  if (!ctx.pending) throw new AppError(coreErrors.needs_person)
  return next({ ctx: { pending: ctx.pending } })
})

/**
 * Requires the right but opens no transaction, for work that waits on the network (uploads, email, previews) and for streams; `ctx.inTx` opens short
 * transactions. Checks only that the caller has the right at some location. The service must check the location itself (`must`); if a call declares a
 * location and the service does not check it, the call fails.
 */
export const allowed = (permission: Permission, declared: Declared) =>
  sessionProcedure.meta({ permission, ...declared }).use(({ ctx, type, next }) => {
    if (!ctx.session.permissions.has(permission)) throw new AppError(coreErrors.not_allowed)
    const scope = type === 'query' ? readingScope(ctx.session, permission) : ctx.session
    return next({
      ctx: { inTx: (access, work) => withCustomer(ctx.db, { ...scope, isHurried: true }, access, work) } satisfies Pick<Context, 'inTx'>,
    })
  })

/**
 * Requires the right, and runs the whole call in one transaction that sees only the caller's customer. The transaction is read-only for a query that
 * writes no audit entry.
 */
export const customerProcedure = (permission: Permission, declared: Declared) =>
  allowed(permission, declared).use(({ ctx, type, path, next, getRawInput }) =>
    withCustomer(
      ctx.db,
      { ...(type === 'query' ? readingScope(ctx.session, permission) : ctx.session), isHurried: true },
      type === 'query' && declared.audit !== 'read' ? 'read only' : 'read write',
      async (tx) => {
        const result = await next({ ctx: { tx } })
        if (!result.ok) throw result.error // next() returns a failure instead of throwing it, and only a thrown error rolls back
        expectWhole(ctx, { path, type, meta: { permission, ...declared }, input: await getRawInput() })
        if (type === 'mutation') await ctx.request.beforeCommit?.(tx, result.data)
        return result
      },
    ),
  )
