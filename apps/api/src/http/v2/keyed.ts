import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from '../../call/access/access.ts'
import type { Context } from '../../call/context.ts'
import { countCall, nameCaller } from '../../call/rate.ts'
import { claimAnswer, type KeyedCall, keepAnswer, releaseAnswer, type StoredAnswer } from '../../call/stored-answer.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import { withCustomer } from '../../db/customer-tx.ts'

/**
 * Reads the header `Idempotency-Key` of a POST request; undefined if the request has no such header or another method.
 * @throws AppError idempotency_key_bad.
 */
export function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const sent = request.headers['idempotency-key']
  if (sent === undefined || request.method !== 'POST') return undefined
  const [, quoted] = /^"(.*)"$/.exec(String(sent)) ?? []
  const key = quoted ?? String(sent)
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new AppError(coreErrors.idempotency_key_bad)
  return key
}

/** Thrown if a call repeats an Idempotency-Key whose answer is already stored: the call ends, and the stored answer is sent. */
export class AnsweredBefore extends Error {
  readonly answer: StoredAnswer

  constructor(answer: StoredAnswer) {
    super('The call was answered before.')
    this.answer = answer
  }
}

/** Runs a call that has an `Idempotency-Key` only once. If the client repeats the call within a day, it gets the stored answer of the first run. */
export class KeyedWork {
  private readonly ctx: Context
  private readonly toAnswer: (output: unknown) => StoredAnswer
  private claim: { call: KeyedCall; session: Session } | undefined
  private isStored = false

  constructor(ctx: Context, toAnswer: (output: unknown) => StoredAnswer) {
    this.ctx = ctx
    this.toAnswer = toAnswer
  }

  /**
   * Reserves the `Idempotency-Key` for this call.
   * @throws AnsweredBefore if an answer is already stored under the key; also the AppErrors of `claimAnswer`.
   */
  async begin(session: Session, request: FastifyRequest, key: string, body: string): Promise<void> {
    // A call that gets a stored answer counts toward the call limit too.
    countCall({ ...this.ctx, session })
    const fingerprint = createHash('sha256').update(`${request.method} ${request.url}\n${body}`).digest()
    const call = { caller: nameCaller(session), key, fingerprint, beganAt: this.ctx.now }
    const known = await withCustomer(this.ctx.db, session, 'read write', (tx) => claimAnswer(tx, call))
    if (known) throw new AnsweredBefore(known)
    this.claim = { call, session }
    this.ctx.request.beforeCommit = async (tx, output) => {
      await keepAnswer(tx, call, this.toAnswer(output))
      this.isStored = true
    }
  }

  /** Stores the answer, unless the transaction that did the work has already stored it. */
  async end(output: unknown): Promise<void> {
    const { claim } = this
    if (!claim || this.isStored) return
    await withCustomer(this.ctx.db, claim.session, 'read write', (tx) => keepAnswer(tx, claim.call, this.toAnswer(output)))
  }

  /** Releases the key after a failure. If the release fails as well, the key expires by itself after two minutes. */
  async fail(): Promise<void> {
    const { claim } = this
    if (claim) await withCustomer(this.ctx.db, claim.session, 'read write', (tx) => releaseAnswer(tx, claim.call)).catch(() => undefined)
  }
}

export function sendStored(reply: FastifyReply, { status, headers, body }: StoredAnswer): FastifyReply {
  return reply.code(status).headers(headers).header('content-type', 'application/json; charset=utf-8').send(body)
}
