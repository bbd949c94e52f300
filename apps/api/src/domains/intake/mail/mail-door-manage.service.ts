import { type NewMailDoor, writeFullName } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Deps } from '../../../call/deps.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { insertDoor, lockDoor } from '../door.queries.ts'
import { expectNewDoor, expectOwnDoor } from '../door.service.ts'
import { intakeErrors } from '../intake.facts.ts'
import { saveSenders } from './mail-door.queries.ts'
import { doorAddress } from './mail-door-address.ts'

/** Creates an email address for files. @throws AppError door_mail_off if this installation receives no email; door_too_many, door_not_found. */
export async function openMailDoor(
  tx: CustomerTx,
  session: Session,
  { name, locationId, tradingPartnerId, senders }: NewMailDoor,
  { config, secrets }: Pick<Deps, 'config' | 'secrets'>,
): Promise<{ doorId: number; address: string }> {
  must(session, 'intake:manage', locationId)
  if (config.replyAddress === undefined) throw new AppError(intakeErrors.door_mail_off)
  await expectNewDoor(tx, { locationId, tradingPartnerId })
  const doorId = await insertDoor(tx, {
    name,
    kind: 'mail',
    senders,
    locationId,
    tradingPartnerId,
    tokenHash: null,
    createdAt: session.now,
    createdById: session.userId,
    createdBy: writeFullName(session),
  })
  const detail = { name, locationId, tradingPartnerId, senders: senders.join(', ') }
  await audit(tx, session, { action: 'intake.createMailDoor', subject: 'intakeDoor', subjectId: doorId, detail })
  return { doorId, address: doorAddress(secrets, config.replyAddress, { customerId: session.customerId, id: doorId }) }
}

/** Changes who may send to an address. @throws AppError door_not_found. */
export async function changeSenders(
  tx: CustomerTx,
  session: Session,
  { doorId, senders }: { doorId: number; senders: string[] },
): Promise<{ ok: true }> {
  const door = await expectOwnDoor(tx, session, lockDoor, doorId)
  if (door.kind !== 'mail') throw new AppError(intakeErrors.door_not_found)
  await saveSenders(tx, doorId, senders)
  const detail = { name: door.name, before: door.senders.join(', '), after: senders.join(', ') }
  await audit(tx, session, { action: 'intake.changeSenders', subject: 'intakeDoor', subjectId: doorId, detail })
  return { ok: true }
}
