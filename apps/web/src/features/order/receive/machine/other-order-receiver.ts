import type { SettledResult } from '../../../scan/outbox/outbox.ts'
import type { WaitingScan } from '../../../scan/outbox/scan-store.ts'
import { otherOrder } from '../panel/result-words.ts'
import type { ScanResultOf } from '../receive-types.ts'
import { labelIn, pickStopAnswers } from '../scan-result.ts'
import type { Desk } from './desk.ts'
import type { ReceiveAnswer } from './effects.ts'

/** Receives a scanned unit into another open order that lists the unit. The order on screen stays open. */
export class OtherOrderReceiver {
  private readonly desk: Desk
  /** Results on this page for scans that the server has not answered yet, keyed by the scan's id. */
  private readonly followed = new Map<number, ScanResultOf<'there'>>()

  constructor(desk: Desk) {
    this.desk = desk
  }

  receive({ reading, found }: ScanResultOf<'missing'>): void {
    const other = found.find((one) => one.documentId !== null && !one.received)
    if (!other || other.documentId === null || reading.kind === 'unreadable') return
    const { person, effects } = this.desk
    const id = this.desk.show({ kind: 'there', reading, other, amount: undefined })
    const isContainer = reading.kind === 'container'
    const { lotNumber, expirationDate } = labelIn(reading) ?? {}
    const at = effects.now().toISOString()
    void effects
      .keep(
        {
          userId: person.id,
          documentId: other.documentId,
          at,
          kind: isContainer ? 'container' : 'med',
          key: isContainer ? reading.sscc : reading.serialNumber,
          how: 'scan',
          ...(reading.kind === 'unit' ? { gtin: reading.gtin } : {}),
          ...pickStopAnswers({ lotNumber, expirationDate }),
          stopDated: true,
        },
        (scan) => this.followed.set(scan.id, { kind: 'there', id, at, reading, other, amount: undefined }),
      )
      .then((isKept) => {
        if (!isKept) this.fail(id, 'This device could not save the scan.')
      })
  }

  /**
   * Shows the outcome of a scan that was made on this page. Returns false if the scan was made elsewhere or if the server only recorded a stop,
   * because this page then shows nothing.
   */
  settle(scan: WaitingScan, outcome: SettledResult<ReceiveAnswer | null>): boolean {
    const shown = this.followed.get(scan.id)
    if (!shown) return false
    this.followed.delete(scan.id)
    const where = otherOrder(shown.other)
    if (outcome.kind === 'refused') this.fail(shown.id, outcome.sentence)
    else if (outcome.answer === null) return false
    else if (outcome.answer.received > 0) {
      const { received } = outcome.answer
      this.desk.panel.update(shown.id, (was) => (was.kind === 'there' ? { ...was, amount: received } : was))
      this.desk.effects.play('received')
    } else this.fail(shown.id, whyNot(outcome.answer, where))
    return true
  }

  private fail(id: number, sentence: string): void {
    this.desk.replace(id, { kind: 'failed', line: -1, amount: 1, sentence, retry: () => undefined })
  }
}

function whyNot({ alreadyReceived, held, differs, notReceived }: ReceiveAnswer, where: string): string {
  const [stopped] = notReceived
  if (alreadyReceived > 0) return `It was already received with ${where}.`
  if (differs.length > 0) return `Its label doesn't match the file for ${where}. Open that order to compare the two.`
  if (held.length > 0) return `It is on hold in ${where}. Keep it in quarantine.`
  if (stopped?.why === 'left') return stopped.said
  return stopped ? `${stopped.said} Open ${where} to decide.` : `${where} no longer lists it.`
}
