import { computeEntitlement, DEFAULT_PLANS, type Entitlement, findPlan, type PlanTable, planTable } from '@seriatim/schema'
import type { Config } from '../../core/config.ts'
import { AppError } from '../../core/errors.ts'
import { readPrepared, withInstants } from '../../db/one-query.ts'
import type { CustomerTx, SystemTx } from '../../db/types.ts'
import { entitlementErrors } from './entitlement.facts.ts'
import { type EntitlementFacts, selectEntitlementFacts } from './entitlement.joins.ts'
import { type BillingRecord, findBilling, saveBilling } from './entitlement.queries.ts'

export type { Entitlement } from '@seriatim/schema'

export interface Billing {
  isOn: boolean
  plans: PlanTable
}

export async function readBilling(tx: CustomerTx): Promise<Billing> {
  return asBilling(await findBilling(tx))
}

function asBilling(billing: BillingRecord | undefined): Billing {
  return billing ? { isOn: billing.isOn, plans: planTable.parse(billing.plans) } : { isOn: true, plans: DEFAULT_PLANS }
}

/**
 * Reads what the customer of this transaction may use now (decision 53). Reads only the database and never calls the provider.
 *
 * A customer that never subscribed has a grace period that starts at its creation.
 */
export async function readEntitlement(tx: CustomerTx, now: Date): Promise<Entitlement & { billing: Billing }> {
  return decideEntitlement(await readPrepared(tx, selectEntitlementFacts(tx)), now)
}

/** Decides what a customer may use, like `readEntitlement`, for a caller that has already read the facts in a query of its own. */
export function decideEntitlement(facts: EntitlementFacts, now: Date): Entitlement & { billing: Billing } {
  const billing = asBilling(facts.billing[0])
  const subscriptions = withInstants(facts.subscriptions, 'endedAt')
  const { isOn, plans } = billing
  // A grace period begins when a plan ends. The end of an add-on starts none, so only products with locations, which are plans, count here.
  const ends = subscriptions.flatMap((one) => ((findPlan(plans, one.product)?.locations ?? 0) > 0 && one.endedAt ? [one.endedAt] : []))
  const unsubscribedSince = new Date(Math.max(...[...withInstants(facts.begins, 'at').map(({ at }) => at), ...ends].map(Number)))
  return { ...computeEntitlement({ isBillingOn: isOn, plans, subscriptions, unsubscribedSince }, now), billing }
}

/**
 * Guards calls that add something: uploading files, entering packages, inviting people.
 *
 * @throws AppError not_subscribed if no subscription is active and the grace period is over.
 */
export async function mustBeSubscribed(tx: CustomerTx, now: Date): Promise<Entitlement> {
  const entitlement = await readEntitlement(tx, now)
  if (!allowsWork(entitlement, now)) throw new AppError(entitlementErrors.not_subscribed)
  return entitlement
}

export const isSubscribed = async (tx: CustomerTx, now: Date): Promise<boolean> => allowsWork(await readEntitlement(tx, now), now)

const allowsWork = ({ isActive, graceUntil }: Entitlement, now: Date): boolean => isActive || (graceUntil !== undefined && now < graceUntil)

/** Saves the billing configuration at startup, so that every transaction applies it. */
export function saveBillingConfig(tx: SystemTx, { isBillingOn, plans }: Pick<Config, 'isBillingOn' | 'plans'>): Promise<void> {
  return saveBilling(tx, { isOn: isBillingOn, plans: JSON.stringify(plans) })
}
