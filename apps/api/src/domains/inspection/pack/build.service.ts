import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { OwnFigures, PackGap, PackPart } from '@seriatim/schema'
import { may, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { DAY_MS } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { withCustomer } from '../../../db/customer-tx.ts'
import type { JobContext } from '../../../jobs/job.ts'
import type { Storage } from '../../../outside/storage.ts'
import { text } from '../../../pack/pack-content.ts'
import { openPackFolder, packPath } from '../../../pack/pack-folder.ts'
import type { ManifestHead, PackFile } from '../../../pack/pack-format.ts'
import { createPackWriter, type PackWriter } from '../../../pack/pack-writer.ts'
import { printFile } from '../../../print/print-file.ts'
import { sheet } from '../../../print/sheet.ts'
import { proveNewAuditRow, readLogKey } from '../../audit/audit-log.service.ts'
import { readPersonSession } from '../../auth/person/person.service.ts'
import { storeMade } from '../../file/file.service.ts'
import { inspectionErrors } from '../inspection.facts.ts'
import { hasTrail, SEAL_ATTEMPTS } from '../parts/audit.part.ts'
import type { PartRun, PartScope } from '../parts/part.ts'
import { stampOf } from '../parts/part-files.ts'
import { partSources } from '../parts/registry.ts'
import { listPartners } from '../selection.queries.ts'
import { resolveSelection } from '../selection.service.ts'
import { type Selection, selectionScope } from '../selection.ts'
import { indexSheet, type PackIndex, packName } from './index.pdf.ts'
import { markReady, type PackToBuild, type StoredSelection, saveLocations, updateProgress } from './pack.queries.ts'
import { listRemarks } from './pack.service.ts'

/** Thrown if the pack was canceled or marked as failed while it was being built, or if the process ends. */
export class PackStoppedError extends Error {
  override name = 'PackStoppedError'
}

/** Number of days after which a pack's file is deleted from the file storage (decision 71). */
const RETENTION_DAYS = 30
/** Minimum time between two writes of the progress; a canceled pack therefore stops within about this time. */
const STEP_MS = 1000

/**
 * Builds a pack in a file, then stores the file. If the process is killed at any point, the next attempt starts over, because the rows and files in
 * the pack may have changed.
 */
export async function buildPack(job: JobContext, pack: PackToBuild, session: Session): Promise<void> {
  const kept = pack.selection as unknown as StoredSelection // `makePack` writes this column as a StoredSelection
  const selection = await resolveToday(job, pack, session)
  const scope: PartScope = { session, selection, ownFigures: pack.dispensed as unknown as OwnFigures | null } // `makePack` wrote the column in this shape
  const path = packPath({ config: job.config, customerId: session.customerId, name: pack.id })
  await openPackFolder(path)
  const writer = createPackWriter(path, job.clock.now())
  try {
    const built = new Building(job, pack, scope, writer)
    await built.writeParts(kept.parts)
    await built.writeIndex(kept)
    await expectStillAllowed(job, pack, scope)
    const written = await built.finish()
    await expectStillAllowed(job, pack, scope)
    await storePack(job, { pack, session, path, written, gaps: built.gaps, counts: built.counts })
  } catch (error) {
    await writer.abandon()
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Resolves the pack's selection with the author's current rights. If the pack covers all locations, it includes those created since it was requested;
 * they are also added to the pack's row, which decides who may see the pack. @throws AppError pack_place_not_found.
 */
async function resolveToday(job: JobContext, pack: PackToBuild, session: Session): Promise<Selection> {
  const kept = pack.selection as unknown as StoredSelection // `makePack` wrote the column in this shape
  const isWhole = kept.locations === null
  const ask = { preset: pack.preset, lotNumbers: [], ...kept, locationIds: isWhole ? [] : kept.locationIds }
  return job.inTx('read write', async (tx) => {
    const selection = await resolveSelection(tx, session, ask)
    if (isWhole && !selection.isWhole) throw new AppError(inspectionErrors.pack_place_not_found)
    if (isWhole) await saveLocations(tx, pack.id, selection.locationIds)
    return selection
  })
}

/** The person who requested the pack, with today's rights; undefined if that person can no longer make packs. */
export async function findMaker(job: JobContext, { madeById, timeZone }: PackToBuild): Promise<Session | undefined> {
  const { customerId } = job
  if (customerId === null) return undefined
  const now = job.clock.now()
  const session = await job.inTx('read only', (tx) => readPersonSession(tx, { customerId, userId: madeById, timeZone, now }))
  return session?.permissions.has('pack:make') ? session : undefined
}

/**
 * Checks again, once everything is written, that the person who asked for the pack still has the rights to it, because building may take hours.
 * @throws AppError pack_place_not_found.
 */
async function expectStillAllowed(job: JobContext, pack: PackToBuild, scope: PartScope): Promise<void> {
  const session = await findMaker(job, pack)
  if (!session) throw new AppError(inspectionErrors.pack_place_not_found)
  await resolveToday(job, pack, session)
  if (hasTrail(scope) && !may(session, 'audit:read', null)) throw new AppError(inspectionErrors.pack_place_not_found)
}

/** A pack while it is written: its files, gaps and progress. */
class Building {
  readonly gaps: PackGap[] = []
  readonly counts = new Map<PackPart, string>()
  private readonly files: PackFile[] = []
  private readonly run: PartRun
  private readonly job: JobContext
  private readonly pack: PackToBuild
  private readonly scope: PartScope
  private readonly writer: PackWriter
  private checkpoint: string | null = null
  private reportedAt = 0
  private phase = ''
  private remarks: string[] = []

  constructor(job: JobContext, pack: PackToBuild, scope: PartScope, writer: PackWriter) {
    this.job = job
    this.pack = pack
    this.scope = scope
    this.writer = writer
    const rows = selectionScope(scope.session, scope.selection)
    this.run = {
      ...scope,
      deps: { ...job, storage: this.notingReturn(job.storage) },
      read: (work) => withCustomer(job.db, rows, 'read only', work),
      note: (gap) => this.gaps.push(gap),
      step: (words, done, total) => this.step(words, done, total),
      setCheckpoint: (note) => {
        this.checkpoint = note
      },
    }
  }

  /**
   * Wraps the storage so that the first successful read after an outage clears `waitingSince` of the pack. Without this, the wait during a later
   * outage would seem to have begun with the first outage.
   */
  private notingReturn(storage: Storage): Storage {
    if (this.pack.waitingSince === null) return storage
    let isNoted = false
    const get: Storage['get'] = async (customerId, sha256) => {
      const bytes = await storage.get(customerId, sha256)
      if (!isNoted) await this.job.inTx('read write', (tx) => updateProgress(tx, this.pack.id, { waitingSince: null }))
      isNoted = true
      return bytes
    }
    return { ...storage, get }
  }

  async writeParts(parts: readonly PackPart[]): Promise<void> {
    const sources = partSources(parts)
    this.remarks = listRemarks(this.scope)
    this.counts.set('index', 'Every file with its SHA-256')
    for (const source of sources) {
      await this.step(`Counting part ${source.part}`)
      this.counts.set(source.part, await this.run.read((tx) => source.count(tx, this.scope)))
      this.gaps.push(...(await this.run.read((tx) => source.gaps(tx, this.scope))))
    }
    for (const [at, source] of sources.entries()) {
      await this.step(`Writing part ${at + 1} of ${sources.length}`, at, sources.length)
      for await (const { name, content } of source.files(this.run)) await this.add(name, content)
    }
  }

  private async add(name: string, content: AsyncIterable<Uint8Array | string>): Promise<void> {
    if (this.job.signal.aborted) throw new PackStoppedError('The server process is shutting down.')
    await this.step(undefined)
    this.files.push(await this.writer.add(name, content))
  }

  async writeIndex(selection: StoredSelection): Promise<void> {
    const { number, preset, askedBy, customerName } = this.pack
    const partners = await this.run.read(listPartners)
    const index: PackIndex = {
      number,
      preset,
      askedBy,
      customerName,
      selection,
      partners: partners.filter(({ id }) => selection.tradingPartnerIds.includes(id)).map(({ name }) => name),
      counts: this.counts,
      gaps: this.gaps,
      remarks: this.remarks,
      files: [...this.files],
    }
    const made = stampOf(this.run)
    const printed = await printFile(this.run, '00-index', indexSheet(index, made, { isPrinted: true }))
    if (printed.name.endsWith('.pdf')) await this.add(printed.name, printed.content)
    await this.add('00-index.html', text(sheet(indexSheet(index, made, { isPrinted: false }))))
  }

  /** Ends the zip with its manifest, and with the proof of the audit row that contains the manifest's hash. */
  finish() {
    const { customerId } = this.scope.session
    const { id, number, preset, askedBy, madeBy, customerName } = this.pack
    const parts = Map.groupBy(this.files, ({ name }) => name.split(/[/.]/)[0] ?? '')
    const head: ManifestHead = {
      id: packName(number),
      madeAt: this.job.clock.now().toISOString(),
      madeBy,
      customer: { id: customerId, name: customerName },
      preset,
      // `pack.selection` is an object, see `KeptSelection`
      selection: { askedBy, timeZone: this.scope.selection.timeZone, ...(this.pack.selection as Record<string, unknown>) },
      counts: Object.fromEntries([...parts].map(([part, files]) => [part, files.length])),
      gaps: this.gaps.map((gap) => ({ ...gap })),
      checkpoint: this.checkpoint,
      key: readLogKey(this.job.secrets, customerId),
    }
    return this.writer.finish(head, (manifestSha256) => this.prove(id, manifestSha256))
  }

  private async prove(packId: number, manifestSha256: string): Promise<string> {
    const { customerId, userId } = this.scope.session
    const actor = { now: this.job.clock.now(), userId }
    const detail = { number: this.pack.number, manifestSha256 }
    const auditId = await this.job.inTx('read write', (tx) =>
      audit(tx, actor, { action: 'pack.seal', subject: 'pack', subjectId: packId, detail }),
    )
    const onWait = () => this.step('Waiting for the audit trail to be sealed')
    return (await proveNewAuditRow(this.job, { customerId, auditId }, onWait, SEAL_ATTEMPTS)).proof
  }

  /**
   * Stores the pack's progress, at most once per `STEP_MS`.
   * @throws PackStoppedError if this job no longer builds the pack.
   */
  private async step(words: string | undefined, done?: number, total?: number): Promise<void> {
    this.phase = words ?? this.phase
    const now = performance.now()
    if (now - this.reportedAt < STEP_MS && this.reportedAt > 0) return
    this.reportedAt = now
    const values = {
      phase: this.phase,
      ...(done === undefined ? {} : { done }),
      ...(total === undefined ? {} : { total }),
    }
    const isOurs = await this.job.inTx('read write', (tx) => updateProgress(tx, this.pack.id, values))
    if (!isOurs) throw new PackStoppedError('The pack is no longer being created.')
  }
}

interface Stored {
  pack: PackToBuild
  session: Session
  path: string
  written: { bytes: number; sha256: string; manifestSha256: string }
  gaps: readonly PackGap[]
  counts: ReadonlyMap<PackPart, string>
}

/** Stores the file and then records it in the pack's row; without the row, the next sweep deletes the file. */
async function storePack(job: JobContext, { pack, session, path, written, gaps, counts }: Stored): Promise<void> {
  const stored = await storeMade(job, session.customerId, createReadStream(path))
  const now = job.clock.now()
  const isOurs = await job.inTx('read write', (tx) =>
    markReady(tx, pack.id, {
      bytes: stored.size,
      sha256: stored.sha256,
      manifestSha256: written.manifestSha256,
      keptUntil: new Date(now.getTime() + RETENTION_DAYS * DAY_MS),
      finishedAt: now,
      gaps,
      counts: Object.fromEntries(counts),
    }),
  )
  if (!isOurs) throw new PackStoppedError('The pack is no longer being created.')
}
