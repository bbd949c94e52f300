import type { RecalledLine } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { readInOneQuery, type Together } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { selectEntitlementFacts } from '../../entitlement/entitlement.joins.ts'
import { decideEntitlement } from '../../entitlement/entitlement.service.ts'
import { selectWaiting } from '../match/match.queries.ts'
import { listRecalls, makeAffected, selectAffected, selectStanding } from '../recall.queries.ts'
import { isAnswered } from '../report/answer.rules.ts'
import { mapAnswers, selectAnswers } from './stop.queries.ts'

/**
 * The lots of an order that are recalled, including those of dismissed recalls; a scan of such a lot is stopped. Empty if the customer does not
 * subscribe to recalls.
 */
export function readRecalledLines(tx: CustomerTx, session: Session, documentId: number): Promise<RecalledLine[]> {
  return readRecalledLinesOf(tx, session, { documentId })
}

/** The recalls that name the lot of one package. Empty without the subscription. */
export function readRecallsOfMed(tx: CustomerTx, session: Session, medId: number): Promise<RecalledLine[]> {
  return readRecalledLinesOf(tx, session, { medId })
}

/** The recalls of a package, and how current the comparison is. */
interface MedRecalls {
  /** Whether the customer subscribes to recalls; if not, the other fields are empty. */
  hasRecalls: boolean
  /** Day of the newest loaded report; null if none was loaded. */
  asOf: string | null
  /** True if some lots or recalls have not been compared yet, so that recalls may be missing from `lines`. */
  isWaiting: boolean
  lines: RecalledLine[]
}

/** Like {@link readRecallsOfMed}, with the facts that distinguish an unknown answer from "no recall". */
export async function readRecallAnswer(tx: CustomerTx, session: Session, medId: number): Promise<MedRecalls> {
  const { waiting, standing, ...found } = await readInOneQuery(tx, {
    ...selectRecalled(tx, { medId }),
    waiting: selectWaiting(),
    standing: selectStanding(),
  })
  if (!decideEntitlement(found, session.now).hasRecalls) return { hasRecalls: false, asOf: null, isWaiting: false, lines: [] }
  const isWaiting = waiting.some(({ recalls, lots }) => recalls + lots > 0)
  return { hasRecalls: true, asOf: standing[0]?.asOf ?? null, isWaiting, lines: await listRecalledLines(tx, session, found) }
}

const selectRecalled = (tx: CustomerTx, filter: { documentId: number } | { medId: number }) => ({
  ...selectEntitlementFacts(tx),
  affected: selectAffected(filter),
  answers: selectAnswers(tx, 'documentId' in filter ? filter.documentId : 0),
})

async function readRecalledLinesOf(tx: CustomerTx, session: Session, filter: { documentId: number } | { medId: number }) {
  return listRecalledLines(tx, session, await readInOneQuery(tx, selectRecalled(tx, filter)))
}

async function listRecalledLines(
  tx: CustomerTx,
  session: Session,
  found: Together<ReturnType<typeof selectRecalled>>,
): Promise<RecalledLine[]> {
  if (!decideEntitlement(found, session.now).hasRecalls || found.affected.length === 0) return []
  const rows = makeAffected(found.affected)
  const recalls = new Map((await listRecalls(tx, [...new Set(rows.map(({ recallId }) => recallId))])).map((recall) => [recall.id, recall]))
  const answers = mapAnswers(found.answers)
  return rows.flatMap((row) => {
    const recall = recalls.get(row.recallId)
    if (!recall) return []
    const { title, classification, reason, recallNumbers } = recall
    return [
      {
        recallId: recall.id,
        epcisEventId: row.id,
        title,
        classification,
        reason,
        recallNumbers,
        epcisMedVocabularyId: row.productId,
        lotNumber: row.lotNumber,
        expiration: row.expiration,
        confidence: row.confidence,
        why: row.why,
        isAnswered: isAnswered(answers.get(recall.id), { version: row.version, classification }),
        dismissedAt: row.isDismissed ? (row.dismissedAt?.toISOString() ?? null) : null,
      },
    ]
  })
}
