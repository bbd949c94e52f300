/**
 * Numbers of all advisory locks. The numbers are arbitrary, but each must have a single purpose, because two purposes with the same number would
 * block each other. A number must never change: during an update, copies of two versions of the program run at the same time.
 */
export const LOCKS = {
  migrate: 7_340_021_101,
  failedSignInChain: 7_340_021_102,
  importedDocument: 7_340_021_103,
  serving: 7_340_021_104,
  packets: 7_340_021_105,
  workerAlive: 7_340_021_106,
  storedBytes: 7_340_021_107,
  quota: 7_340_021_109,
  drugLoad: 7_340_021_110,
  incidentSubmit: 7_340_021_111,
  incidentNumber: 7_340_021_112,
  mailBudget: 7_340_021_115,
  signInAttempts: 7_340_021_116,
  checkout: 7_340_021_117,
  partnerImport: 7_340_021_118,
  auditSeal: 7_340_021_119,
  recallLoad: 7_340_021_130,
  packNumber: 7_340_021_131,
  tracingNumber: 7_340_021_132,
  tracingFingerprint: 7_340_021_139,
  testsInUse: 7_340_021_190,
  testTemplate: 7_340_021_191,
} as const
