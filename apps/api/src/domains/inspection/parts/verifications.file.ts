import { VERIFICATION_ANSWERS, VERIFICATION_CHANNELS, VERIFICATION_PURPOSES } from '@seriatim/schema'
import { wallClock } from '../../../core/day.ts'
import { listVerificationsOf, type VerificationOfPack } from '../../verification/verification.joins.ts'
import { describeAnswer } from '../../verification/verification.rules.ts'
import { csvPages, type PackFile, type PartRun } from './part.ts'

/** Every question to a manufacturer in the period, with its answer. */
export function verificationsFile(run: PartRun): PackFile {
  const clock = wallClock(run.selection.timeZone)
  const head = [
    'Verification',
    'Location',
    'Product',
    'GTIN',
    'Serial number',
    'Lot',
    'Expiry',
    'Purpose',
    'Asked',
    'Asked by',
    'Whom',
    'Channel',
  ]
  return {
    name: '06-holds/verifications.csv',
    content: csvPages<VerificationOfPack>(
      run,
      head.concat(['Answered', 'Answer', 'Meaning', 'Reason', 'Remark', 'HTTP status', 'GLN of the manufacturer', 'Note']),
      (tx, after) => listVerificationsOf(tx, run.selection, after?.id ?? 0, 1000),
      (row) => [
        row.id,
        row.locationName,
        row.productName,
        row.gtin,
        row.serialNumber,
        row.lotNumber,
        row.expirationDate,
        VERIFICATION_PURPOSES[row.purpose],
        clock(row.askedAt),
        row.askedBy,
        row.driver === 'simulator' ? 'the simulator' : row.askedWhom,
        row.channel && VERIFICATION_CHANNELS[row.channel],
        row.answeredAt && clock(row.answeredAt),
        row.answer && VERIFICATION_ANSWERS[row.answer],
        describeAnswer(row),
        row.reason,
        row.additionalInfo,
        row.status,
        row.responderGln,
        row.note,
      ],
    ),
  }
}
