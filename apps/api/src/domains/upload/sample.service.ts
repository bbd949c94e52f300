import { randomBytes } from 'node:crypto'
import { makeDocument } from '@seriatim/epcis'
import type { Session } from '../../call/access/access.ts'
import type { Context } from '../../call/context.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import { registerUpload } from './upload.service.ts'

/** "Try it with a sample order": a new document each time, with new serial numbers. Outside production only (decision 44). */
export async function uploadSample(ctx: Context, session: Session): Promise<{ uploadId: number }> {
  if (ctx.config.isProduction) throw new AppError(coreErrors.not_in_production)
  const mark = randomBytes(4).toString('hex').toUpperCase()
  const day = ctx.now.toISOString().slice(2, 10).replaceAll('-', '')
  const encoder = new TextEncoder()
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const document = makeDocument({
      meds: 96,
      perCase: 12,
      casesPerPallet: 8,
      now: ctx.now,
      serialSeed: mark,
      instanceIdentifier: `SAMPLE-${day}-${mark}`,
      purchaseOrder: `${day}-${mark.slice(0, 4)}`,
    })
    for (const piece of document) yield encoder.encode(piece)
  }
  const stored = await ctx.storage.put(session.customerId, bytes())
  const uploadId = await ctx.inTx('read write', (tx) =>
    registerUpload(tx, session, { filename: `sample-${day}-${mark.slice(0, 4)}.xml`, contentType: 'application/xml', ...stored }),
  )
  return { uploadId }
}
