import { PASSWORD } from '../make.ts'
import type { SamplesOf, World } from '../sample.ts'
import { askInSignIn, enrollApp } from './steps.ts'

export async function authSamples({ t, owner }: World): Promise<SamplesOf<'auth'>> {
  await t.signIn(owner.colleague)
  const openSession = (await t.as(owner.colleague).auth.readManySessions()).find((one) => !one.isCurrent)?.id ?? 0
  const { tokenId } = await t.as(owner.staff).auth.createOneAccessToken({ name: 'theirs', days: 30, password: PASSWORD })
  const inSignIn = {
    kind: 'own' as const,
    call: (path: Parameters<typeof askInSignIn>[1], input: unknown, user: Parameters<typeof askInSignIn>[3]) =>
      askInSignIn(t, path, input, user),
  }
  return {
    createOneToken: { kind: 'own', input: () => ({ emailAddress: owner.staff.emailAddress, password: PASSWORD }) },
    createOneTemporarypassword: { kind: 'own', input: () => ({ emailAddress: owner.staff.emailAddress }) },
    updateOneTotp: { ...inSignIn, rest: () => ({ totp: '123456' }) },
    updateOneResendtotp: inSignIn,
    updateOneToken: inSignIn,
    deleteOneToken: inSignIn,
    deleteAllTokens: { kind: 'own' },
    readOneApp: { kind: 'own' },
    createOneApp: { kind: 'own', input: () => ({ password: PASSWORD }) },
    updateOneApp: { kind: 'own', by: owner.colleague, call: (_path, _input, user) => enrollApp(t, user) },
    deleteOneApp: { kind: 'own', by: owner.colleague, input: () => ({ password: PASSWORD }) },
    readManySessions: { kind: 'own' },
    deleteOneSession: { kind: 'named', input: () => ({ sessionId: openSession }), by: owner.colleague },
    deleteOtherSessions: { kind: 'own' },
    readManyAccessTokens: { kind: 'own' },
    readOneAccessTokenCount: { kind: 'own' },
    createOneAccessToken: { kind: 'own', input: () => ({ name: 'till', days: 30, password: PASSWORD }) },
    deleteOneAccessToken: { kind: 'named', input: () => ({ tokenId }) },
  }
}
