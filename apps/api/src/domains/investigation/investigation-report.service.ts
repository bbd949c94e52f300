import { EMPTY_INCIDENT_FORM, type IncidentForm, writeFullName } from '@seriatim/schema'
import { must, type Session } from '../../call/access/access.ts'
import { auditNothing } from '../../call/audit.ts'
import { toDay, wallClock } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import { makePersonName } from '../../core/text/person.ts'
import type { CustomerTx } from '../../db/types.ts'
import { listHeldPackages } from '../hold/investigated.service.ts'
import { saveDraft } from '../incident-report/draft/incident-draft.service.ts'
import { readCompany } from '../location/company.service.ts'
import { listAnswersAbout } from '../verification/verification.joins.ts'
import { describeAnswer } from '../verification/verification.rules.ts'
import { investigationErrors } from './investigation.facts.ts'
import { findInvestigation, listFindings, listInvestigated, lockInvestigation } from './investigation.queries.ts'
import { knownFormFields } from './investigation-report.rules.ts'

/** Maximum number of packages that are read; no order has that many. */
const MOST_NAMED = 200_000

interface Found {
  id: number
  locationId: number
  reason: string
  openedAt: Date
  conclusion: string
  /** When the product was determined to be illegitimate. */
  endedAt: Date
}

/** Drafts a Form 3911 from all data of the investigation. The 24 hours to send the form start when the investigation ends. */
export async function draftReport(tx: CustomerTx, session: Session, found: Found): Promise<{ draftId: number }> {
  const form = await makeForm(tx, session, found)
  const { draftId } = await saveDraft(tx, session, { locationId: found.locationId, jsonData: form, page: '', asTyped: {} }, found.id)
  return { draftId }
}

async function makeForm(tx: CustomerTx, session: Session, { id, locationId, reason, openedAt, conclusion, endedAt }: Found) {
  const { timeZone } = session
  const holds = await listInvestigated(tx, [id])
  const packages = await listHeldPackages(
    tx,
    holds.map(({ holdId }) => holdId),
    MOST_NAMED,
  )
  const listed = new Set(packages.map(({ holdId }) => holdId))
  const findings = await listFindings(tx, id)
  const { companyCategory, ...company } = await readCompany(tx, session, locationId)
  const texts = Object.entries(company).map(([field, value]) => [field, value ?? ''])
  const [only] = packages
  const filled = knownFormFields({
    id,
    reason,
    conclusion,
    openedOn: toDay(openedAt, timeZone),
    findings: findings.map(({ kind, foundOn, words, ...person }) => {
      const by = makePersonName(person)
      return { kind, foundOn, words, by: by ? writeFullName(by) : 'Seriatim' }
    }),
    verified: await listVerified(tx, { packages, endedAt, timeZone }),
    unlisted: holds.filter(({ holdId, packages: amount }) => amount === 0 && !listed.has(holdId)),
    packages,
    amount: packages.length,
  })
  const form: IncidentForm = {
    ...EMPTY_INCIDENT_FORM,
    ...filled,
    ...Object.fromEntries(texts),
    companyCategory,
    epcisSgtinId: packages.length === 1 && only ? only.medId : null,
    productFoundDate: toDay(endedAt, timeZone),
    productFoundTime: wallClock(timeZone)(endedAt).slice(11, 16),
  }
  return form
}

interface Examined {
  packages: readonly { medId: number }[]
  endedAt: Date
  timeZone: string
}

/**
 * Manufacturers' answers about the examined packages until the end of the investigation. Answers from before its beginning are included, because they
 * may have caused the suspicion.
 */
async function listVerified(tx: CustomerTx, { packages, endedAt, timeZone }: Examined) {
  const medIds = packages.map(({ medId }) => medId)
  return (await listAnswersAbout(tx, medIds, endedAt)).map((answered) => ({
    serialNumber: answered.serialNumber,
    answeredOn: toDay(answered.answeredAt, timeZone),
    words: [answered.askedWhom && `${answered.askedWhom} was contacted.`, describeAnswer(answered)].filter(Boolean).join(' '),
  }))
}

/**
 * Returns the draft report of an investigation that found the product illegitimate, or creates a new one if the draft was deleted. @throws AppError
 * investigation_not_found, investigation_not_illegitimate, investigation_reported.
 */
export async function continueReport(tx: CustomerTx, session: Session, investigationId: number): Promise<{ draftId: number }> {
  const investigation = await lockInvestigation(tx, investigationId)
  const known = investigation && (await findInvestigation(tx, investigationId))
  if (!investigation || !known) throw new AppError(investigationErrors.investigation_not_found)
  must(session, 'incident:write', investigation.locationId)
  const { outcome, conclusion, endedAt } = investigation
  if (outcome !== 'illegitimate' || conclusion === null || endedAt === null)
    throw new AppError(investigationErrors.investigation_not_illegitimate)
  if (known.incidentId !== null) throw new AppError(investigationErrors.investigation_reported, { facts: { incidentId: known.incidentId } })
  if (known.draftId !== null) {
    auditNothing(session)
    return { draftId: known.draftId }
  }
  return draftReport(tx, session, { ...investigation, conclusion, endedAt })
}
