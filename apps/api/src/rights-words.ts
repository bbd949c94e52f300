import type { Permission } from './permissions.ts'

interface RightWords {
  group: string
  what: string
}

const of = (group: string, what: string): RightWords => ({ group, what })

/** What each right lets somebody do, for the page that shows who may do what. Where it holds stands in its domain's facts, and is enforced from there. */
export const RIGHTS_WORDS: Record<Permission, RightWords> = {
  'order:read': of('Orders', 'See orders and their documents'),
  'order:upload': of('Orders', 'Upload an order'),
  'order:receive': of('Orders', 'Receive meds'),
  'order:undo': of('Orders', 'Undo a receipt: users their own, admins any with a reason'),
  'order:settle': of('Orders', 'Decide about a document that came twice; undo receipts of others'),
  'order:correct': of('Orders', 'Void an order sent by mistake, or close one short'),
  'med:read': of('Pedigrees', 'See pedigrees and packages'),
  'med:write': of('Pedigrees', 'Enter a pedigree, attach files, send it; void or remove one’s own of that day'),
  'med:correct': of('Pedigrees', 'Void pedigrees and remove attachments of others, with a reason'),
  'drug:read': of('Pedigrees', 'Look up the drug reference'),
  'hold:place': of('Holds', 'Put a package on hold'),
  'hold:release': of('Holds', 'Release a hold'),
  'incident:read': of('Incidents', 'See incidents'),
  'incident:write': of('Incidents', 'Report an incident'),
  'exception:read': of('Exceptions', 'See document exceptions'),
  'exception:write': of('Exceptions', 'Work on document exceptions: status, notes, owner, asking the partner'),
  'exception:settings': of('Exceptions', 'Change how many days a ticket has'),
  'report:read': of('Reports', 'See reports, and save them as CSV and PDF'),
  'partner:read': of('Trading partners', 'See trading partners: of one’s own locations, and of no location'),
  'partner:write': of('Trading partners', 'Add and change trading partners'),
  'gln:read': of('GLNs', 'See GLNs'),
  'gln:write': of('GLNs', 'Add, change and delete GLNs that are not verified'),
  'gln:verify': of('GLNs', 'Verify a GLN, and withdraw that'),
  'location:read': of('Locations', 'See the names of one’s own locations'),
  'location:write': of('Locations', 'Add and change locations and their addresses'),
  'user:readSelf': of('Users', 'See one’s own profile, and this page'),
  'user:manage': of('Users', 'Invite, place and deactivate users'),
  'user:manageAll': of('Users', 'Change the access of everybody at every location; access reviews'),
  'user:handOver': of('Users', 'Hand over the administration'),
  'subscription:list': of('Subscription', 'See which products are active'),
  'subscription:read': of('Subscription', 'See the subscription'),
  'subscription:write': of('Subscription', 'Change the subscription'),
  'audit:read': of('Organization', 'Read the audit trail, verify and export it'),
  'customer:write': of('Organization', 'Change what holds for the whole organization'),
  'settings:write': of('Own settings', 'Change one’s own settings, sessions and access tokens'),
}
