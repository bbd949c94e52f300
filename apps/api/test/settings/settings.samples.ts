import { PASSWORD } from '../make.ts'
import type { SamplesOf, World } from '../sample.ts'

export function settingsSamples({ owner }: World): SamplesOf<'settings'> {
  const passwords = { oldPassword: PASSWORD, newPassword: 'Other-Horse-8!', repeatNewPassword: 'Other-Horse-8!' }
  return {
    updateChangepassword: { kind: 'own', input: () => passwords, rest: () => ({ ...passwords, revokeTokens: false }), by: owner.colleague },
    updateOthersettings: { kind: 'own', input: () => ({ suspectMedEmailAddress: 'own@mail.tst' }) },
    readRegulator: { kind: 'own', by: owner.admin, isAdminOnly: true },
    readCheckpointMail: { kind: 'own', by: owner.admin, isAdminOnly: true },
    updateCheckpointMail: { kind: 'own', input: () => ({ emailAddress: 'vault@mail.tst' }), by: owner.admin, isAdminOnly: true },
    readCounterRules: { kind: 'own', by: owner.admin, isAdminOnly: true },
    updateDispenseRules: { kind: 'own', input: () => ({ unknownAtDispense: 'allow' }), by: owner.admin, isAdminOnly: true },
    updateCounterRules: { kind: 'own', input: () => ({ classOneNeedsRelease: true }), by: owner.admin, isAdminOnly: true },
    readPaperClock: { kind: 'own', by: owner.admin, isAdminOnly: true },
    updatePaperClock: { kind: 'own', input: () => ({ clockHours: 12 }), by: owner.admin, isAdminOnly: true },
    readListSetting: { kind: 'own', input: () => ({ list: 'orders' }) },
    updateListSetting: {
      kind: 'own',
      input: () => ({ list: 'orders', hiddenColumns: ['gln'], views: [{ name: 'Own', query: 'open=1' }] }),
    },
    updateRegulator: { kind: 'own', input: () => ({ regulatorEmailAddress: 'board@mail.tst' }), by: owner.admin, isAdminOnly: true },
  }
}
