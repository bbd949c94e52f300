/**
 * Where a right applies (decision 45): at the locations that a person can access (`own`), at those that the person administers, everywhere but only
 * for the customer's admin, or everywhere for everybody.
 */
export type Grant = 'own' | 'administered' | 'customerAdmin' | 'everybody'

/** The only table of rights: who may do what, and where. The server enforces the table on every call; screens hide what the server would refuse. */
export const RIGHTS = {
  'order:read': 'own',
  'order:upload': 'own',
  'order:receive': 'own',
  'order:undo': 'own',
  'order:settle': 'administered',
  'order:correct': 'administered',
  'intake:read': 'own',
  'intake:deliver': 'own',
  'intake:manage': 'administered',
  // An endpoint receives the ids of everything at its locations, so only people who administer these locations may add one.
  'webhook:read': 'administered',
  'webhook:manage': 'administered',
  'dispense:check': 'own',
  'dispense:read': 'own',
  'verification:read': 'own',
  'verification:ask': 'own',
  // Only for the customer admin, because the service's credential represents the whole company.
  'verification:configure': 'customerAdmin',
  'med:read': 'own',
  'med:write': 'own',
  'med:correct': 'administered',
  'drug:read': 'own',
  'hold:place': 'own',
  'hold:release': 'administered',
  'incident:read': 'own',
  'incident:write': 'own',
  'recall:read': 'own',
  'recall:dismiss': 'own',
  'exception:read': 'own',
  'exception:write': 'own',
  'exception:settings': 'customerAdmin',
  'report:read': 'own',
  // Everybody may read partners and scorecards, but row security hides rows of locations that the caller has no access to.
  'partner:read': 'everybody',
  'scorecard:read': 'everybody',
  'partner:write': 'own',
  'gln:read': 'own',
  'gln:write': 'administered',
  'gln:verify': 'customerAdmin',
  'location:read': 'everybody',
  'location:write': 'customerAdmin',
  'user:readSelf': 'everybody',
  'user:manage': 'administered',
  'user:manageAll': 'customerAdmin',
  'user:handOver': 'customerAdmin',
  'subscription:list': 'everybody',
  'subscription:read': 'customerAdmin',
  'subscription:write': 'customerAdmin',
  'audit:read': 'customerAdmin',
  // A pack contains rows of several locations, so a person sees it only with this right at all of them. If the pack contains the audit trail, the
  // person also needs `audit:read`.
  'pack:read': 'administered',
  'pack:make': 'administered',
  // People who are responsible for a location answer questions about where a package came from.
  'tracing:read': 'administered',
  'tracing:write': 'administered',
  // Anyone at the location may prepare a shipment; only a person who is responsible for the location sends it.
  'shipment:read': 'own',
  'shipment:write': 'own',
  'shipment:send': 'administered',
  'customer:write': 'customerAdmin',
  'regime:read': 'everybody',
  'regime:write': 'customerAdmin',
  // Procedures belong to the whole customer; everybody who administers a location may change them.
  'sop:read': 'everybody',
  'sop:write': 'administered',
  'settings:write': 'everybody',
} as const satisfies Record<string, Grant>

/** The name of a right, such as `shipment:send`. API calls require rights by these names. */
export type Permission = keyof typeof RIGHTS
