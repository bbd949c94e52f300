import type { SamplesOf, World } from '../sample.ts'

export function auditSamples({ owner }: World): SamplesOf<'audit'> {
  const byAdmin = { by: owner.admin, isAdminOnly: true }
  return {
    readManyBySearch: { kind: 'list', input: () => ({ userId: owner.staff.userId, limit: 1000 }), ...byAdmin },
    readManyPeople: { kind: 'own', ...byAdmin },
    readManyKinds: { kind: 'own', ...byAdmin },
    readManySeals: { kind: 'own', input: () => ({}), ...byAdmin },
    readOneSeal: { kind: 'own', input: () => ({ number: 1, hash: '0'.repeat(64) }), ...byAdmin },
    readOneCheckpoint: { kind: 'own', ...byAdmin },
    createOneCsv: { kind: 'own', input: () => ({}), ...byAdmin },
  }
}
