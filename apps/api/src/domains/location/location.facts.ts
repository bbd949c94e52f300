import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const locationErrors = defineErrors({
  location_not_found: { code: 'NOT_FOUND', text: 'This location does not exist, or you cannot access it.' },
  location_limit: {
    code: 'CONFLICT',
    text: 'All your subscriptions are in use. Add one under Manage Subscription, or close a location you no longer use.',
  },
  location_closed: { code: 'CONFLICT', text: 'This location is closed, so nothing new can go to it. Reopen it first.' },
  location_not_closed: { code: 'CONFLICT', text: 'This location is not closed, so there is nothing to reopen.' },
  location_last: { code: 'CONFLICT', text: 'This is your only open location, so it cannot be closed.' },
  location_owner_itself: {
    code: 'BAD_REQUEST',
    text: 'A location cannot be set as the owner of its own goods. Choose another location, or none.',
  },
  address_not_found: { code: 'NOT_FOUND', text: 'This address no longer exists, or it belongs to a location you cannot access.' },
  address_last: { code: 'CONFLICT', text: 'A location needs at least one address. Add another one before you delete this one.' },
  address_no_state: { code: 'BAD_REQUEST', text: 'There is no such state.' },
})

export const locationFacts = {
  errors: locationErrors,
  constraints: {
    location_address__state: locationErrors.address_no_state,
  },
  rights: {
    'location:read': { group: 'Locations', what: 'See the names of their own locations' },
    'location:write': { group: 'Locations', what: 'Add and change locations and their addresses' },
  },
  kinds: { location: 'Locations' },
  actions: {
    'location.addAddress': 'Address added to a location',
    'location.close': 'Location closed',
    'location.deleteAddress': 'Address of a location deleted',
    'location.new': 'Location added',
    'location.rename': 'Location renamed',
    'location.reopen': 'Location reopened',
    'location.setOwner': 'Owner of a location’s goods changed',
    'location.updateAddress': 'Address of a location changed',
    'location.updateFacts': 'Time zone, phone, NPI or license of a location changed',
  },
  sentences: {
    'location.addAddress': 'added an address to {about}',
    'location.close': 'closed {about}',
    'location.deleteAddress': 'deleted an address of {about}',
    'location.new': 'added the location {about}',
    'location.rename': 'renamed {about}',
    'location.reopen': 'reopened {about}',
    'location.setOwner': 'changed who owns the goods of {about}',
    'location.updateAddress': 'changed an address of {about}',
    'location.updateFacts': 'changed the time zone, phone, NPI or license of {about}',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof locationFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof locationFacts.kinds, string> {}
}
