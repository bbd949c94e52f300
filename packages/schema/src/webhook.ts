import { z } from 'zod'
import { id, isOneLine, isoInstant, makePage, pageInput } from './common.ts'

/** The events that an endpoint may subscribe to, in words for the person who chooses. */
export const WEBHOOK_EVENTS = {
  'order.imported': 'An order was created from a file',
  'order.refused': 'No order could be created from a file',
  'order.received': 'An order was received in full or closed short',
  'ticket.opened': 'A ticket was opened or reopened',
  'ticket.answered': 'A trading partner answered a ticket',
  'ticket.closed': 'A ticket was resolved or closed',
  'hold.placed': 'A hold was placed',
  'hold.released': 'A hold was released',
  'recall.hit': 'A recall affects your lots',
  'incident.filed': 'A Form FDA 3911 was filed',
  'tracing.recorded': 'A tracing request was recorded',
  'tracing.answered': 'A tracing request was answered',
} as const
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS
export const webhookEvent = z.enum(Object.keys(WEBHOOK_EVENTS) as [WebhookEvent, ...WebhookEvent[]]) // Object.keys() returns string[]

/** The type of the test event, which goes to one endpoint only. */
export const WEBHOOK_TEST = 'webhook.test'

/** Why an endpoint is off: a person turned it off (`person`), it answered 410 (`gone`), or it failed for three days. */
export const webhookOffReason = z.enum(['person', 'gone', 'failing'])
export type WebhookOffReason = z.infer<typeof webhookOffReason>

/** `waiting`: not accepted yet, and another attempt follows. `failed`: no further attempt follows. */
export const webhookDeliveryState = z.enum(['waiting', 'delivered', 'failed'])
export type WebhookDeliveryState = z.infer<typeof webhookDeliveryState>

const settings = {
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(80, 'A name has at most 80 characters.')
    .refine(isOneLine, 'Enter the name on one line.'),
  url: z.string().trim().min(1, 'Enter a URL.').max(1000, 'A URL has at most 1,000 characters.'),
  events: z.array(webhookEvent).min(1, 'Choose at least one event.').max(Object.keys(WEBHOOK_EVENTS).length),
}

/** `locationId`: the location whose events are sent; null for the events of the whole customer. */
export const newWebhook = z.object({ ...settings, locationId: id.nullable() })
export type NewWebhook = z.infer<typeof newWebhook>
export const webhookRef = z.object({ webhookId: id })
/** `isOn`: false stops the sending of events to the endpoint; true resumes it. The location of an endpoint can't be changed. */
export const webhookChange = z.object({ webhookId: id, ...settings, isOn: z.boolean() })
export type WebhookChange = z.infer<typeof webhookChange>

/** `keepsPrevious`: whether payloads are also signed with the previous secret for another day; false if that secret has leaked. */
export const webhookRotation = z.object({ webhookId: id, keepsPrevious: z.boolean() })
/** `secret` is returned only by the call that creates it. */
export const madeWebhook = z.object({ id, secret: z.string() })

export const webhook = z.object({
  id,
  name: z.string(),
  url: z.string(),
  events: z.array(webhookEvent),
  locationId: id.nullable(),
  locationName: z.string().nullable(),
  createdAt: isoInstant,
  createdBy: z.string(),
  offAt: isoInstant.nullable(),
  offReason: webhookOffReason.nullable(),
  /** Time since which every attempt has failed; null if the endpoint is not failing. */
  failingSince: isoInstant.nullable(),
  /** When the previous secret stops signing; null if only the current one signs. */
  previousSecretUntil: isoInstant.nullable(),
  waiting: z.int(),
  last: z
    .object({ at: isoInstant, type: z.string(), state: webhookDeliveryState, status: z.int().nullable(), error: z.string().nullable() })
    .nullable(),
})
export type Webhook = z.infer<typeof webhook>
export const webhookPage = makePage(webhook)

/** The locations for which the caller may add an endpoint. */
export const webhookChoices = z.object({
  locations: z.array(z.object({ id, name: z.string() })),
  mayChooseAll: z.boolean(),
  /** Whether this installation may call http URLs and addresses in its own network. */
  allowsLocal: z.boolean(),
})
export type WebhookChoices = z.infer<typeof webhookChoices>

export const webhookDeliverySearch = z.object({ webhookId: id, state: webhookDeliveryState.optional(), ...pageInput })
export type WebhookDeliverySearch = z.output<typeof webhookDeliverySearch>

export const webhookDelivery = z.object({
  id,
  /** The `webhook-id` header, the same in every attempt. */
  messageId: z.string(),
  type: z.string(),
  subject: z.string(),
  happenedAt: isoInstant,
  state: webhookDeliveryState,
  attempts: z.int(),
  /** Time of the next attempt of a waiting delivery. */
  dueAt: isoInstant.nullable(),
  lastAt: isoInstant.nullable(),
  /** HTTP status code of the receiver's last answer; null if no answer came. */
  status: z.int().nullable(),
  /** The first characters of the last answer. */
  answer: z.string().nullable(),
  error: z.string().nullable(),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>
export const webhookDeliveryPage = makePage(webhookDelivery)

export const webhookDeliveryRef = z.object({ webhookId: id, deliveryId: id })
/** Sends the events of a period to the endpoint again, including events that happened while the endpoint was turned off. */
export const webhookReplay = z
  .object({ webhookId: id, from: isoInstant.max(40), until: isoInstant.max(40) })
  .refine(({ from, until }) => Date.parse(from) < Date.parse(until), { message: 'The end must be after the beginning.', path: ['until'] })
export const webhookReplayed = z.object({ events: z.int() })
