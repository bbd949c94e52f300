/** Files of tests that are left out when the others run on a cluster (`CITUS_BIN`, docs/scale.md), and why. */
export const ONE_POSTGRES: Record<string, string> = {
  'apps/api/test/backup/backup.int.test.ts': 'restores into the embedded PostgreSQL; a backup of a cluster is tried by the drill',
  'apps/api/test/references.int.test.ts': 'about the triggers that a cluster has foreign keys for',
  'apps/api/test/schema.int.test.ts': 'about the catalogue as the migrations leave it; distribute checks that of a cluster',
  'db/embedded/*.int.test.ts': 'about the embedded PostgreSQL itself',
}

/** For single tests of the other files: `test.skipIf(ON_CLUSTER)`, where the test itself, and nothing that it tests, asks what a cluster does not answer: what a plan is, a recursion that writes, a trigger that writes elsewhere. */
export const ON_CLUSTER = Boolean(process.env.CITUS_BIN)
