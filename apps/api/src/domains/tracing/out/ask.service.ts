import { type CreatedTracing, type NewTracingAsk, type TracingChoices, writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { endOfDay, toDay } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { oneLine } from '../../../core/text/one-line.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { addBusinessDays } from '../../exception/ticket/business-days.rules.ts'
import { findZone, selectLocations } from '../../location/location.joins.ts'
import { sendMail } from '../../mail/mail.service.ts'
import { insertSending } from '../answer/answer.queries.ts'
import { queueSearch } from '../find/search.service.ts'
import { tracingAddress } from '../inbox/tracing-address.ts'
import { aboutWords, fingerprintOf, readItems } from '../items.ts'
import { expectPlace } from '../place.service.ts'
import { placesOf } from '../request.access.ts'
import { insertEntry, insertRequest, updateRequest } from '../request.queries.ts'
import { collectRecipients, returnAddresses } from '../send/send.service.ts'
import { tracingErrors } from '../tracing.facts.ts'
import { questionMails, questionReminderMails } from '../tracing.mails.ts'
import { listAskablePartners, listToRemind } from './ask.queries.ts'

/** Locations, partners and the tracing address for the tracing forms. */
export async function readTracingChoices(
  tx: CustomerTx,
  session: Session,
  { config, secrets }: Pick<Context, 'config' | 'secrets'>,
): Promise<TracingChoices> {
  const locations = await selectLocations(tx, { locationIds: placesOf(session, 'tracing:write') }).execute()
  const { customerId } = session
  return {
    locations: locations.map(({ id, name }) => ({ id, name })),
    partners: (await listAskablePartners(tx)).map(({ id, name, emailAddress }) => ({ id, name, emailAddress })),
    address: config.replyAddress === undefined ? null : tracingAddress(secrets, config.replyAddress, { customerId, requestId: null }),
  }
}

/** Number of business days without an answer after which a partner is reminded. */
const REMIND_DAYS = 2

/**
 * Asks a trading partner about packages: records the request, and sends an email with the items as JSON and CSV. Replies go to the address of the
 * request.
 *
 * @throws AppError tracing_partner_not_found, tracing_place_not_found, tracing_item_invalid, and the errors of the addresses and the email limit.
 */
export async function askPartnerToTrace(
  tx: CustomerTx,
  session: Session,
  ctx: Pick<Context, 'config' | 'secrets'>,
  asked: NewTracingAsk,
): Promise<CreatedTracing> {
  const { tradingPartnerId, to, dueOn, text, items: typed, locationId, basis, wish, origin } = asked
  const timeZone = await expectPlace(tx, session, locationId)
  const recipients = collectRecipients(to)
  const partner = (await listAskablePartners(tx)).find(({ id }) => id === tradingPartnerId)
  if (!partner) throw new AppError(tracingErrors.tracing_partner_not_found, { facts: { field: 'tradingPartnerId' } })
  const items = readItems(typed)
  const by = writeFullName(session)
  const head = { direction: 'out' as const, organization: partner.name, reference: null }
  const created = await insertRequest(
    tx,
    {
      ...head,
      isDrill: false,
      locationId,
      asker: 'partner',
      name: null,
      role: null,
      emailAddress: recipients[0] ?? null,
      phone: null,
      tradingPartnerId,
      identityHow: null,
      identityBy: null,
      identityAt: null,
      channel: 'email',
      basis,
      wish,
      incidentNumber: null,
      note: text,
      receivedAt: session.now,
      timeZone,
      targetAt: null,
      legalDueAt: null,
      statedDueAt: endOfDay(dueOn, timeZone),
      mailHeaders: null,
      origin,
      fingerprint: fingerprintOf('out', items),
      duplicateOfId: null,
      about: aboutWords(items),
      remindOn: addBusinessDays(toDay(session.now, timeZone), REMIND_DAYS),
      createdAt: session.now,
      createdById: session.userId,
      createdBy: by,
    },
    items,
  )
  const mailId = await sendMail(tx, session, {
    kind: questionMails,
    to: recipients,
    ...returnAddresses(ctx, session, created.id),
    subject: oneLine(`Tracing request ${created.number}: ${aboutWords(items)}`).slice(0, 200),
    text,
  })
  await insertSending(tx, {
    requestId: created.id,
    answerId: null,
    channel: 'question',
    at: session.now,
    byId: session.userId,
    byName: by,
    toWords: recipients.join(', '),
    sha256: null,
    mailId,
    linkId: null,
  })
  const detail = { number: created.number, partner: partner.name, to: recipients, items: items.length }
  await audit(tx, session, { action: 'tracing.ask', subject: 'tracing', subjectId: created.id, detail })
  await insertEntry(tx, {
    requestId: created.id,
    at: session.now,
    userId: session.userId,
    byName: by,
    words: `asked ${partner.name}`,
    text,
  })
  await queueSearch(tx, created.id)
  return { ...created, same: null }
}

/** Sends one reminder to each partner that has not answered in time. @returns the number of emails. */
export async function remindTracingPartners(tx: CustomerTx, now: Date): Promise<number> {
  const due = await listToRemind(tx, toDay(now, await findZone(tx)))
  for (const { id, toAddresses, replyTo, envelopeFrom, subject, body, toWords } of due) {
    const actor = { userId: null, now }
    const mailId = await sendMail(tx, actor, {
      kind: questionReminderMails,
      to: toAddresses,
      ...(replyTo === null ? {} : { replyTo }),
      ...(envelopeFrom === null ? {} : { bounceTo: envelopeFrom }),
      subject: `Reminder: ${subject}`.slice(0, 200),
      text: ['We still need this from you. This is what we wrote:', '', body ?? ''].join('\n'),
    })
    await updateRequest(tx, id, { remindedAt: now, remindOn: null })
    const sending = { requestId: id, answerId: null, channel: 'reminder' as const, at: now, byId: null, byName: 'Seriatim' }
    await insertSending(tx, { ...sending, toWords, sha256: null, mailId, linkId: null })
    await insertEntry(tx, { requestId: id, at: now, userId: null, byName: null, words: `reminded ${toWords}` })
    await audit(tx, actor, { action: 'tracing.remind', subject: 'tracing', subjectId: id, detail: { to: toAddresses } })
  }
  return due.length
}
