/** Test files that are skipped on a cluster (`CITUS_BIN`, docs/scale.md), with the reason. */
export const ONE_POSTGRES: Record<string, string> = {
  'apps/api/test/backup/backup.int.test.ts': 'restores into the embedded PostgreSQL; a backup of a cluster is tried by the drill',
  'apps/api/test/references.int.test.ts': 'about the triggers that a cluster has foreign keys for',
  'apps/api/test/schema.int.test.ts': 'about the catalogue as the migrations leave it; distribute checks that of a cluster',
  'db/embedded/*.int.test.ts': 'about the embedded PostgreSQL itself',
}

/**
 * Whether the tests run on a cluster. If a file has only single tests that cannot run there, it is not listed above; these tests use
 * `test.skipIf(ON_CLUSTER)`. A test may be skipped only if the test itself, rather than the tested code, needs what a cluster lacks: a query plan, a
 * recursion that writes, or a trigger that writes to another machine.
 */
export const ON_CLUSTER = Boolean(process.env.CITUS_BIN)
